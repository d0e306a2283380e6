"""The server's secrets: made once, read by all, kept from others."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from services.shared.server_secrets import FILE, server_secrets
from services.shared.settings import Settings, SettingsError

READER = """
import sys
from pathlib import Path
from services.shared.server_secrets import server_secrets
from services.shared.settings import Settings
sys.stdin.readline()
print(server_secrets(Settings(data=Path(sys.argv[1])))[0].decode())
"""


def test_the_setting_goes_before_the_file(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, secrets=("n" * 32, "o" * 32))
    assert server_secrets(settings) == (b"n" * 32, b"o" * 32)
    assert not (tmp_path / FILE).exists()


def test_the_file_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "new")
    first = server_secrets(settings)
    assert first == server_secrets(settings)
    assert len(first[0]) >= 32
    assert stat.S_IMODE((settings.data / FILE).stat().st_mode) == 0o600
    assert [each.name for each in settings.data.iterdir()] == [FILE]
    assert first != server_secrets(Settings(data=tmp_path / "other"))


def test_processes_that_start_together_agree(tmp_path: Path) -> None:
    command = [sys.executable, "-c", READER, str(tmp_path)]
    readers = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    for reader in readers:
        assert reader.stdin
        reader.stdin.write("\n")
        reader.stdin.flush()
    read = [reader.communicate()[0].strip() for reader in readers]
    assert read == [server_secrets(Settings(data=tmp_path))[0].decode()] * len(readers)


def test_a_second_line_keeps_the_old_secret(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(f"{'n' * 32}\n{'o' * 32}\n")
    assert server_secrets(Settings(data=tmp_path)) == (b"n" * 32, b"o" * 32)


@pytest.mark.parametrize("content", ["", "short\n", "\n".join(["x" * 32] * 3)])
def test_a_spoilt_file_is_told_and_left_alone(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content)
    with pytest.raises(SettingsError, match=r"must hold one or two lines"):
        server_secrets(Settings(data=tmp_path))
    assert (tmp_path / FILE).read_text() == content
