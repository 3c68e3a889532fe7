// Looks at the parameters of the requests that are answered here, so that nobody has to guess what was wrong with them.
import type { Position, Range } from "vscode-languageserver";
import { isRecord, isStringList } from "../../data/guards.ts";

/** What is wrong with the parameters of a method; undefined if nothing is, and for methods that nobody answers. */
export function paramsProblem(method: string, params: unknown): string | undefined {
  const members = known.get(method.replace("textDocument/", ""));
  if (members === undefined) return undefined;
  if (!isRecord(params)) return "params must be an object";
  return ["textDocument" as const, ...members]
    .map((name) => checks[name](params))
    .find((each) => each !== undefined);
}

type Check = (params: Readonly<Record<string, unknown>>) => string | undefined;

const checks = {
  textDocument: ({ textDocument }) =>
    isRecord(textDocument) && typeof textDocument["uri"] === "string"
      ? undefined
      : "textDocument.uri must be a string",
  text: ({ textDocument }) =>
    isRecord(textDocument) && typeof textDocument["text"] === "string"
      ? undefined
      : "textDocument.text must be a string",
  position: ({ position }) => (isPosition(position) ? undefined : "position must be { line, character }"),
  positions: ({ positions }) =>
    Array.isArray(positions) && positions.every((each) => isPosition(each))
      ? undefined
      : "positions must be a list of { line, character }",
  range: ({ range }) => (isRange(range) ? undefined : "range must be { start, end }"),
  newName: ({ newName }) => (typeof newName === "string" ? undefined : "newName must be a string"),
  context: ({ context }) => (isRecord(context) ? contextProblem(context) : "context must be an object"),
} as const satisfies Readonly<Record<string, Check>>;

/** That of code actions. Some clients send `null` for an `only` that there is not. */
function contextProblem({ diagnostics, only }: CodeActionContext): string | undefined {
  if (!Array.isArray(diagnostics)) return "context.diagnostics must be a list";
  const wrong = diagnostics.findIndex((each: unknown) => !isRecord(each) || !isRange(each["range"]));
  if (wrong >= 0) return `context.diagnostics[${String(wrong)}].range must be { start, end }`;
  return only === undefined || only === null || isStringList(only)
    ? undefined
    : "context.only must be a list of strings";
}

interface CodeActionContext {
  readonly diagnostics?: unknown;
  readonly only?: unknown;
}

/** Beside the document. */
const known: ReadonlyMap<string, readonly (keyof typeof checks)[]> = new Map<
  string,
  readonly (keyof typeof checks)[]
>([
  ["didOpen", ["text"]],
  // What it changes is looked at where the text is: one that cannot be applied must not be passed over.
  ["didChange", []],
  ["didClose", []],
  ["hover", ["position"]],
  ["completion", ["position"]],
  ["codeAction", ["range", "context"]],
  ["inlayHint", ["range"]],
  ["diagnostic", []],
  ["prepareRename", ["position"]],
  ["rename", ["position", "newName"]],
  ["formatting", []],
  ["rangeFormatting", []],
  ["documentSymbol", []],
  ["selectionRange", ["positions"]],
  ["semanticTokens/full", []],
  ["semanticTokens/full/delta", []],
  ["semanticTokens/range", ["range"]],
]);

/** Changes of a text that can be applied; without a range, or with `null` for it, one is the whole text. */
export function areChanges(changes: unknown): changes is readonly Change[] {
  return Array.isArray(changes) && changes.every(isChange);
}

/** One of them. */
export interface Change {
  readonly range?: Range | null;
  readonly text: string;
}

function isChange(change: unknown): boolean {
  if (!isRecord(change) || typeof change["text"] !== "string") return false;
  const { range } = change;
  return range === undefined || range === null || isRange(range);
}

function isRange(range: unknown): range is Range {
  return isRecord(range) && isPosition(range["start"]) && isPosition(range["end"]);
}

/** However far behind the end it is: clients mean the end by that. */
function isPosition(position: unknown): position is Position {
  if (!isRecord(position)) return false;
  const { line, character } = position;
  return typeof line === "number" && typeof character === "number" && line >= 0 && character >= 0;
}
