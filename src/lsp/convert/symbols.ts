// Symbols and selections as the protocol has them.
import {
  type DocumentSymbol as ProtocolSymbol,
  type SelectionRange,
  type SymbolInformation,
  SymbolKind,
} from "vscode-languageserver";
import type { DocumentSymbol } from "../../language-service/document-symbols.ts";
import type { LineMap } from "../../text/line-map.ts";
import type { Span } from "../../text/span.ts";
import type { Document } from "../documents.ts";
import { rangeOf } from "./ranges.ts";

/** A term in the outline. */
export function symbolOf(lines: LineMap, symbol: DocumentSymbol): ProtocolSymbol {
  return {
    name: symbol.name,
    detail: symbol.detail,
    kind: kindOf(symbol.kind),
    range: rangeOf(lines, symbol.span),
    selectionRange: rangeOf(lines, symbol.selectionSpan),
  };
}

/** The same for clients that accept a list but no outline. */
export function symbolInformationOf({ uri, lines }: Document, symbol: DocumentSymbol): SymbolInformation {
  const location = { uri, range: rangeOf(lines, symbol.span) };
  return { name: symbol.name, kind: kindOf(symbol.kind), location };
}

/** Spans, the innermost first, as a chain of ranges; without any, the offset itself. */
export function selectionRangeOf(lines: LineMap, spans: readonly Span[], offset: number): SelectionRange {
  const chain = spans.toReversed().reduce<SelectionRange | undefined>((parent, span) => {
    const range = rangeOf(lines, span);
    return parent === undefined ? { range } : { range, parent };
  }, undefined);
  return chain ?? { range: rangeOf(lines, { start: offset, end: offset }) };
}

function kindOf(kind: DocumentSymbol["kind"]): SymbolKind {
  switch (kind) {
    case "qualified":
      return SymbolKind.Property;
    case "text":
      return SymbolKind.String;
  }
}
