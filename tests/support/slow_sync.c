/* Preloaded into a server: every sync to disk takes SLOW_SYNC_MS longer; how often is written to SLOW_SYNC_COUNT. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void delay(void) {
    const char *text = getenv("SLOW_SYNC_MS"), *path = getenv("SLOW_SYNC_COUNT");
    long ms = text ? atol(text) : 0;
    struct timespec rest = {ms / 1000, (ms % 1000) * 1000000L};
    while (nanosleep(&rest, &rest) != 0) {
    }
    int count = path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    if (count >= 0) {
        if (write(count, ".", 1) != 1) _exit(99);
        close(count);
    }
}

int fsync(int file) {
    delay();
    return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
}

int fdatasync(int file) {
    delay();
    return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
}
