"""No case hides behind another."""

from pathlib import Path

import pytest

from tests.for_each import for_each


def test_every_failure_is_shown_with_its_case() -> None:
    tried = []

    @for_each("left, right", [(1, 1), (1, 2), (2, 2), (0, "x")])
    def check(left: int, right: int) -> None:
        tried.append(left)
        assert left == right

    with pytest.raises(ExceptionGroup, match=r"2 of 4 cases:\n1: \(1, 2\)\n3: \(0, 'x'\)") as caught:
        check()
    assert tried == [1, 1, 2, 0]
    assert [one.__notes__ for one in caught.value.exceptions] == [["in the case (1, 2)"], ["in the case (0, 'x')"]]


def test_cases_multiply_and_fixtures_are_given(tmp_path_factory: pytest.TempPathFactory) -> None:
    tried = []

    @for_each("a", "xy")
    @for_each("b", [1, 2])
    def check(a: str, b: int, tmp_path_factory: pytest.TempPathFactory) -> None:
        assert tmp_path_factory is not None
        tried.append(f"{a}{b}")

    check(tmp_path_factory=tmp_path_factory)
    assert tried == ["x1", "x2", "y1", "y2"]


def test_a_case_in_which_nothing_is_raised_hides_no_other() -> None:
    @for_each("text", ["1", "one", "2"])
    def check(text: str) -> None:
        with pytest.raises(ValueError, match="invalid literal"):
            int(text)

    with pytest.raises(BaseExceptionGroup, match=r"2 of 3 cases:\n0: '1'\n2: '2'"):
        check()


def test_no_cases_are_a_mistake() -> None:
    with pytest.raises(AssertionError, match="nothing would be tried"):
        for_each("one", [])


def test_each_case_has_a_folder_of_its_own(tmp_path: Path) -> None:
    @for_each("name", ["a", "b"])
    @for_each("number", [1, 2])
    def check(name: str, number: int, tmp_path: Path) -> None:
        assert list(tmp_path.iterdir()) == []
        (tmp_path / f"{name}{number}").touch()

    check(tmp_path=tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["a1", "a2", "b1", "b2"]
