"""The wheel works by itself: installed into an empty environment, away from the checkout."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as a release is: the sdist from the checkout, the wheel from the sdist."""
    dist = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", dist, checkout, cwd=dist)
    (built,) = dist.glob("*.whl")
    return built


def test_wheel_holds_the_package_the_grammars_and_the_rules(wheel: Path, checkout: Path) -> None:
    def files(folder: Path) -> set[str]:
        every = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        return {path.relative_to(folder).as_posix() for path in every}

    package = files(checkout / "parser")
    library = {f"citator/rules/{name}" for name in files(checkout / "rules")}
    assert "citator/grammar/line.lark" in package
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == package | library


def test_wheel_keeps_the_documents_byte_for_byte(wheel: Path, checkout: Path) -> None:
    documents = [path for path in (checkout / "rules").rglob("rules.*") if path.suffix != ".toml"]
    assert documents
    with zipfile.ZipFile(wheel) as archive:
        for document in documents:
            assert archive.read(f"citator/{document.relative_to(checkout).as_posix()}") == document.read_bytes()


def test_installed_wheel_answers_from_any_folder(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    run(environment / "bin" / "pip", "install", "--quiet", wheel, cwd=tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    citator = environment / "bin" / "citator"
    assert "To block" in run(citator, "show", "fow", "804.4", cwd=elsewhere)
    assert "804." in run(citator, "search", "fow", "block", cwd=elsewhere)
    assert "804." in run(citator, "ask", "fow", "can a tapped guy block", cwd=elsewhere)
    assert "710.1" in run(citator, "diff", "fow@5.12", "fow@8.01", cwd=elsewhere)
    assert "Comprehensive Rules 8.01, 804.4" in run(citator, "cite", "fow", "804.4", cwd=elsewhere)
