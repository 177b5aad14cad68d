"""What is known of a place of a text, as the protocol's types: help, completions, hints, an outline."""

from collections.abc import Iterator

from lsprotocol import types

from schedcfg.commands.server.analysis import Analysis
from schedcfg.commands.server.completion import CompletionKind, CompletionOffer, complete_at
from schedcfg.commands.server.hints import hints
from schedcfg.commands.server.hover import hover_at
from schedcfg.commands.server.outline import FoldKind, Symbol, SymbolKind, folds, outline
from schedcfg.commands.server.positions import TextPositions

_COMPLETIONS = {
    CompletionKind.FIELD: types.CompletionItemKind.Property,
    CompletionKind.PLUGIN: types.CompletionItemKind.Module,
    CompletionKind.POINT: types.CompletionItemKind.Event,
    CompletionKind.VALUE: types.CompletionItemKind.Value,
    CompletionKind.SNIPPET: types.CompletionItemKind.Snippet,
}


def hover(analysis: Analysis, positions: TextPositions, place: types.Position) -> types.Hover | None:
    """Return the help about a place."""
    found = hover_at(analysis, positions.offset(place))
    if found is None:
        return None
    return types.Hover(_markdown(found.markdown), positions.range(found.start, found.end))


def _markdown(text: str) -> types.MarkupContent:
    return types.MarkupContent(types.MarkupKind.Markdown, text)


def completions(
    analysis: Analysis, positions: TextPositions, place: types.Position, *, takes_snippets: bool
) -> list[types.CompletionItem]:
    """Return what can be written at a place.

    Args:
        analysis: The text.
        positions: Its positions.
        place: The place.
        takes_snippets: Whether the editor knows texts with places to fill in.
    """
    offers = complete_at(analysis, positions.offset(place))
    return [
        _completion(offer, number, positions)
        for number, offer in enumerate(offers)
        if takes_snippets or offer.kind is not CompletionKind.SNIPPET
    ]


def _completion(offer: CompletionOffer, number: int, positions: TextPositions) -> types.CompletionItem:
    is_snippet = offer.kind is CompletionKind.SNIPPET
    return types.CompletionItem(
        offer.label,
        kind=_COMPLETIONS[offer.kind],
        detail=offer.detail or None,
        documentation=types.MarkupContent(types.MarkupKind.Markdown, offer.documentation)
        if offer.documentation
        else None,
        # In our order: the usual comes first.
        sort_text=f"{number:04}",
        # It has the indentation that it needs.
        insert_text_mode=types.InsertTextMode.AsIs,
        insert_text_format=types.InsertTextFormat.Snippet if is_snippet else types.InsertTextFormat.PlainText,
        text_edit=types.TextEdit(positions.range(offer.start, offer.end), offer.insert),
    )


def inlay_hints(analysis: Analysis, positions: TextPositions, within: types.Range) -> list[types.InlayHint]:
    """Return what is shown between the words of a part of a text."""
    start, end = positions.offset(within.start), positions.offset(within.end)
    return [
        types.InlayHint(positions.position(hint.offset), hint.label, tooltip=hint.tooltip, padding_left=True)
        for hint in hints(analysis)
        if start <= hint.offset <= end
    ]


_SYMBOLS = dict.fromkeys(SymbolKind, types.SymbolKind.Object)


def symbols(analysis: Analysis, positions: TextPositions) -> list[types.DocumentSymbol]:
    """Return the outline of a text."""
    return [_symbol(one, positions) for one in outline(analysis)]


def _symbol(one: Symbol, positions: TextPositions) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        one.name,
        _SYMBOLS[one.kind],
        positions.range(one.start, one.end),
        positions.range(one.name_start, one.name_end),
        detail=one.detail or None,
        children=[_symbol(child, positions) for child in one.children],
    )


def folding_ranges(analysis: Analysis, _: TextPositions) -> list[types.FoldingRange]:
    """Return the parts of a text that an editor can fold."""
    return list(_folding_ranges(analysis))


def _folding_ranges(analysis: Analysis) -> Iterator[types.FoldingRange]:
    for one in folds(analysis):
        kind = types.FoldingRangeKind.Comment if one.kind is FoldKind.COMMENT else types.FoldingRangeKind.Region
        yield types.FoldingRange(one.first - 1, one.last - 1, kind=kind)
