// The texts that are open in the client, kept as the client has them.
import { type Connection, Emitter, type Event, type Range } from "vscode-languageserver";
import { type LineMap, lineMap } from "../text/line-map.ts";
import { visible } from "../text/show.ts";
import { spanOf } from "./convert/ranges.ts";

/** One text at one version. Never changed: an edit makes another. */
export interface Document {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
  readonly lines: LineMap;
  /** Whether it is a file of queries, and not one query alone. */
  readonly isQueryFile: boolean;
}

/** The open texts. */
export interface Documents {
  readonly get: (uri: string) => Document | undefined;
  readonly all: () => readonly Document[];
  /** A text was opened or edited. */
  readonly onChange: Event<Document>;
  readonly onClose: Event<string>;
}

/** Follows what the client opens, edits and closes. */
export function followDocuments(connection: Connection): Documents {
  const open = new Map<string, Document>();
  const changes = new Emitter<Document>();
  const closings = new Emitter<string>();
  const keep = (document: Document): void => {
    open.set(document.uri, document);
    changes.fire(document);
  };
  const forget = (uri: string): void => {
    if (open.delete(uri)) closings.fire(uri);
  };
  connection.onDidOpenTextDocument(({ textDocument: { uri, version, text, languageId } }) =>
    keep({
      uri,
      version: versionOr(0, version),
      text,
      lines: lineMap(text),
      isQueryFile: isQueryFile(uri, languageId),
    }),
  );
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const document = open.get(uri);
    if (document === undefined) return;
    let next: Document;
    try {
      next = edited(document, version, contentChanges);
    } catch {
      // Later changes would be applied to a text other than the client's.
      forget(uri);
      connection.console.error(`slice-cql: a change to ${visible(uri)} cannot be read; reopen the file`);
      return;
    }
    keep(next);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => forget(uri));
  return {
    get: (uri) => open.get(uri),
    all: () => [...open.values()],
    onChange: changes.event,
    onClose: closings.event,
  };
}

/** Older clients send `null`, or nothing. */
function versionOr(before: number, version: unknown): number {
  return typeof version === "number" ? version : before;
}

/** A change. Some clients send `null` as the range of the whole text. */
interface Change {
  readonly range?: Range | null;
  readonly text: unknown;
}

/** Each change counts from the text that the one before it left. Throws if one cannot be applied. */
function edited(document: Document, version: unknown, changes: readonly Change[]): Document {
  let last: Edited = document;
  for (const change of changes) {
    const next = applyChange(last, change);
    last = { text: next, lines: lineMap(next) };
  }
  const { text, lines } = last;
  return { ...document, version: versionOr(document.version, version), text, lines };
}

/** By its name, or as a file in the language: other texts in the language are one query, such as those of a search field. */
function isQueryFile(uri: string, languageId: unknown): boolean {
  const [path = ""] = uri.split(/[?#]/u, 1);
  return /\.slice-cql$/iu.test(path) || (/^(?:untitled|file):/iu.test(uri) && languageId === "slice-cql");
}

type Edited = Pick<Document, "text" | "lines">;

function applyChange({ text, lines }: Edited, { range, text: inserted }: Change): string {
  if (typeof inserted !== "string") throw new TypeError("a change must have a text");
  if (range === undefined || range === null) return inserted;
  const { start, end } = spanOf(lines, range);
  return text.slice(0, start) + inserted + text.slice(end);
}
