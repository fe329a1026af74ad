"""The notebook runs from top to bottom and learns something."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[3] / "examples/python/learn_archimedes.ipynb"


def test_the_notebook_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_QUICK", "1")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    drawn = [out for cell in notebook.cells if cell.cell_type == "code" for out in cell.outputs if "data" in out]
    assert any("image/svg+xml" in out["data"] for out in drawn)
