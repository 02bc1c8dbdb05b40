"""Every example in a docstring runs, every public name has docs, and the stubs name what there is."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import kage_go
from kage_go import _kage_go

FOLDER = Path(kage_go.__file__).parent
STUB = ast.parse((FOLDER / "_kage_go.pyi").read_text())
EXTRAS = {"openspiel", "pettingzoo", "gymnasium", "torch"}


def documented() -> list[tuple[str, str]]:
    """Each docstring with an example: of the modules, the classes and their members."""
    found = []
    names = ["kage_go"] + [f"kage_go.{module.name}" for module in pkgutil.iter_modules([str(FOLDER)])]
    for name in names:
        if name.rpartition(".")[2] in EXTRAS | {"__main__"}:
            continue
        module = importlib.import_module(name)
        found.append((name, module.__doc__ or ""))
        for thing_name, thing in vars(module).items():
            own = str(getattr(thing, "__module__", "")).startswith("kage_go")
            if thing_name.startswith("_") or not own or not callable(thing):
                continue
            found.append((f"{name}.{thing_name}", getattr(thing, "__doc__", None) or ""))
            if inspect.isclass(thing):
                for member_name, member in vars(thing).items():
                    doc = getattr(member, "__doc__", None) or ""
                    found.append((f"{name}.{thing_name}.{member_name}", doc))
    return [(name, doc) for name, doc in found if ">>>" in doc]


@pytest.mark.parametrize(("name", "doc"), documented(), ids=lambda value: value[:40])
def test_the_examples_run(name: str, doc: str) -> None:
    np.set_printoptions(legacy=False)
    test = doctest.DocTestParser().get_doctest(doc, {}, name, name, 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_there_are_examples() -> None:
    assert len(documented()) >= 6


def members(tree: ast.ClassDef) -> set[str]:
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_the_stubs_name_exactly_what_there_is() -> None:
    classes = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
    real = {name: kind for name, kind in vars(_kage_go).items() if inspect.isclass(kind)}
    assert set(real) == set(classes)
    plain = {"__new__", "__copy__", "__deepcopy__"}
    for name, kind in real.items():
        public = {member for member in vars(kind) if not member.startswith("_")}
        assert public == members(classes[name]) - plain - dunders(classes[name]), name
    functions = {node.name for node in STUB.body if isinstance(node, ast.FunctionDef)}
    assert functions == {
        name for name, it in vars(_kage_go).items() if inspect.isbuiltin(it) and it.__name__ == name
    }


def dunders(tree: ast.ClassDef) -> set[str]:
    return {name for name in members(tree) if name.startswith("__")}


def test_everything_public_has_docs() -> None:
    for name in kage_go.__all__:
        thing = getattr(kage_go, name)
        if not callable(thing):
            continue
        assert thing.__doc__, name
        for member_name, member in vars(thing).items() if inspect.isclass(thing) else ():
            if not member_name.startswith("_") and (callable(member) or inspect.isdatadescriptor(member)):
                assert member.__doc__, f"{name}.{member_name}"


def test_the_package_passes_strict_types() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "-p", "kage_go"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_importing_needs_no_extra() -> None:
    code = "import sys, kage_go; bad = {'gymnasium', 'pettingzoo', 'pyspiel', 'torch'} & set(sys.modules); assert not bad, bad"
    subprocess.run([sys.executable, "-c", code], check=True)
