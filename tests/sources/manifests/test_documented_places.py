"""The page about where configurations are found names every place that is looked at."""

from schedcfg.document.span import render
from schedcfg.sources import in_place
from schedcfg.sources.folder import SUFFIXES
from schedcfg.sources.manifests.known_products import PRODUCTS
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "where.md").read_text(encoding="utf-8")


def test_every_product_is_on_the_page_with_its_places() -> None:
    for product in PRODUCTS:
        (row,) = (line for line in PAGE.splitlines() if line.startswith(f"| {product.name} |"))
        for place in [render(product.at)] if product.at else [key.rstrip("+") for key in product.anywhere]:
            assert f"`{place}`" in row, (product.name, place)
    for fields in in_place.PRODUCTS:
        for part in fields.parts:
            assert f"`{render(part.host)}`" in PAGE, (fields.product, part.host)


def test_the_suffixes_are_on_the_page() -> None:
    assert all(f"`{suffix}`" in PAGE for suffix in SUFFIXES)
