"""HTTP: parse, one service call, render."""
