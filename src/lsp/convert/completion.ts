// Completions as the protocol has them: in our order, whatever the client would make of it.
import {
  CompletionItemKind,
  type CompletionList,
  type TextEdit as ProtocolEdit,
  type CompletionItem as ProtocolItem,
} from "vscode-languageserver";
import type { CompletionItem } from "../../language-service/completion-item.ts";
import type { LineMap } from "../../text/line-map.ts";
import { partInLine, without } from "../../text/line-parts.ts";
import type { ClientSupport } from "../client-capabilities.ts";
import type { Document } from "../documents.ts";
import { editsOf, rangeOf } from "./ranges.ts";

/** The list of a document and an offset. It is never complete: the next character may bring other items. */
export function completionListOf(
  { text, lines }: Document,
  offset: number,
  items: readonly CompletionItem[],
  can: ClientSupport,
): CompletionList {
  return {
    isIncomplete: true,
    items: items.map((item, rank) => ({
      ...itemOf(item, can),
      sortText: String(rank).padStart(3, "0"),
      ...editOf(text, lines, item, offset),
    })),
  };
}

function itemOf({ label, kind, detail, continues }: CompletionItem, can: ClientSupport): ProtocolItem {
  return {
    label,
    kind: kindOf(kind),
    ...(detail === undefined ? {} : { detail }),
    ...(detail === undefined || !can.labelDetails ? {} : { labelDetails: { description: detail } }),
    ...(continues === true && can.suggestsAgain ? { command: suggestAgain } : {}),
  };
}

const suggestAgain = { title: "Suggest", command: "editor.action.triggerSuggest" };

/**
 * The edit, and as the text to filter by what it replaces up to the cursor, which every item then fits equally well. The
 * protocol wants an edit within one line, so what a quoted value has on others is taken away by further edits.
 */
function editOf(
  text: string,
  lines: LineMap,
  { edit }: CompletionItem,
  offset: number,
): Pick<ProtocolItem, "textEdit" | "filterText" | "additionalTextEdits"> {
  const here = partInLine(lines, edit.span, offset);
  const filterText = text.slice(here.start, offset);
  const textEdit: ProtocolEdit = { range: rangeOf(lines, here), newText: edit.text };
  const elsewhere = without(edit.span, here).map((span) => ({ span, text: "" }));
  const additionalTextEdits = editsOf(lines, elsewhere);
  return {
    textEdit,
    ...(filterText === "" ? {} : { filterText }),
    ...(additionalTextEdits.length === 0 ? {} : { additionalTextEdits }),
  };
}

function kindOf(kind: CompletionItem["kind"]): CompletionItemKind {
  switch (kind) {
    case "qualifier":
      return CompletionItemKind.Keyword;
    case "entity-type":
      return CompletionItemKind.Class;
    case "name":
      return CompletionItemKind.EnumMember;
    case "date":
      return CompletionItemKind.Constant;
  }
}
