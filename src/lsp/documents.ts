// The texts that are open in the client, kept as the client has them.
import type { Connection } from "vscode-languageserver";
import { type LineMap, lineMap } from "../text/line-map.ts";
import { visible } from "../text/show.ts";
import { areChanges, type Change } from "./connection/params.ts";
import { spanOf } from "./convert/ranges.ts";

/** One text at one version. Never changed: an edit makes another. */
export interface Document {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
  readonly lines: LineMap;
}

/** The open texts. */
export interface Documents {
  readonly get: (uri: string) => Document | undefined;
  readonly all: () => readonly Document[];
}

/** What happens to a text. */
export interface DocumentEvents {
  readonly changed: (document: Document) => void;
  readonly closed: (uri: string) => void;
}

/** Follows what the client opens, edits and closes. */
export function followDocuments(connection: Connection, events: DocumentEvents): Documents {
  const open = new Map<string, Document>();
  const keep = (document: Document): void => {
    open.set(document.uri, document);
    events.changed(document);
  };
  const forget = (uri: string): void => {
    if (open.delete(uri)) events.closed(uri);
  };
  connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) =>
    keep({ uri, version: versionOr(0, version), text, lines: lineMap(text) }),
  );
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const document = open.get(uri);
    if (document === undefined) return;
    if (areChanges(contentChanges)) keep(edited(document, version, contentChanges));
    else {
      // Edits to the text before would land anywhere in the one that the client has now.
      forget(uri);
      connection.console.error(`slice-cql: a change of ${visible(uri)} cannot be read; open it again`);
    }
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => forget(uri));
  return { get: (uri) => open.get(uri), all: () => [...open.values()] };
}

/** Older clients send `null`, or nothing. */
function versionOr(before: number, version: unknown): number {
  return typeof version === "number" ? version : before;
}

/** Each change counts from the text that the one before it left. */
function edited(document: Document, version: unknown, changes: readonly Change[]): Document {
  let last: Edited = document;
  for (const change of changes) {
    const next = applyChange(last, change);
    last = { text: next, lines: lineMap(next) };
  }
  const { text, lines } = last;
  return { uri: document.uri, version: versionOr(document.version, version), text, lines };
}

type Edited = Pick<Document, "text" | "lines">;

function applyChange({ text, lines }: Edited, { range, text: inserted }: Change): string {
  if (range === undefined || range === null) return inserted;
  const { start, end } = spanOf(lines, range);
  return text.slice(0, start) + inserted + text.slice(end);
}
