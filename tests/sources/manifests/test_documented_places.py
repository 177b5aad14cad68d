"""The page about where configurations are found names every place that is looked at."""

from schedcfg.document.span import render
from schedcfg.sources.folder import SUFFIXES
from schedcfg.sources.products import products
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "where.md").read_text(encoding="utf-8")


def test_every_product_is_on_the_page_with_its_places() -> None:
    for product in products():
        flags = [render(place.at) for form in product.documents for place in form.flags]
        flags += [key.rstrip("+") for key in (product.flag_keys.names if product.flag_keys else ())]
        if flags:
            (row,) = (line for line in PAGE.splitlines() if line.startswith(f"| {product.name} |"))
            assert [place for place in flags if f"`{place}`" not in row] == [], product.name
        fields = [render(part.host) for form in product.documents for part in form.fields]
        assert [place for place in fields if f"`{place}`" not in PAGE] == [], product.name
        options = [option.option for option in product.options]
        assert [option for option in options if f"`{option}" not in PAGE] == [], product.name


def test_the_suffixes_are_on_the_page() -> None:
    assert all(f"`{suffix}`" in PAGE for suffix in SUFFIXES)
