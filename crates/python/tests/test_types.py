"""The package is typed, and its stubs tell the truth."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ludarium
from ludarium import _native

PACKAGE = Path(ludarium.__file__).parent
PROJECT = Path(__file__).parents[1]


def check(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=PROJECT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy() -> None:
    check("mypy", "--config-file", str(PROJECT / "pyproject.toml"), "--strict", "--package", "ludarium")


def test_pyright() -> None:
    version = subprocess.run([sys.executable, "-m", "pyright", "--version"], capture_output=True, text=True)
    if version.returncode != 0:
        pytest.skip("pyright needs Node.js")
    check("pyright", "--pythonpath", sys.executable, str(PACKAGE))


def test_stubs_are_complete() -> None:
    """Every public name of the native module stands in the stubs, and none that does not exist."""
    text = (PACKAGE / "_native.pyi").read_text()
    classes = re.split(r"^(?:@final\n)?(?=class |def )", text, flags=re.MULTILINE)
    named = ((re.match(r"(?:class|def) (\w+)", part), part) for part in classes)
    stubbed = {found.group(1): part for found, part in named if found}
    public = {name for name in dir(_native) if not name.startswith("_")}
    assert set(stubbed) == public
    for name in ("Game", "VecGame", "Thought", "GameInfo", "OptionInfo"):
        members = {member for member, _ in inspect.getmembers(getattr(_native, name)) if not member.startswith("__")}
        told = {member for member in re.findall(r"^    def (\w+)", stubbed[name], re.MULTILINE) if not member.startswith("__")}
        assert told == members, name
