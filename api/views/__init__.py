"""The routes: parse, one service call, render."""
