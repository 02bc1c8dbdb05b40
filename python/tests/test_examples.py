"""The tutorials in examples/python run from top to bottom, and so do the examples of docs/python.md that need no extra."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("path", sorted((ROOT / "examples/python").glob("*.py")), ids=lambda path: path.stem)
def test_a_tutorial_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(path))
    assert len(capsys.readouterr().out) > 40


def test_the_first_examples_of_the_docs_run() -> None:
    text = (ROOT / "docs/python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, object] = {}
    for block in blocks[:2]:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert names["game"].to_play and names["witness"].board.shape == (9, 9)
