// A call of a tool that is refused: what a model needs to know to call it again correctly.

import { applyFix, type Diagnostic } from "slice-cql";
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "../values/json.ts";
import type { ProblemCode, ProblemEntry } from "../values/problem.ts";
import { problems } from "../values/problem.ts";

/** What an agent is told in place of details that speak of paths, which it does not call. */
const ofTools: ReadonlyMap<string, string> = new Map<ProblemCode, string>([
  ["invalid_request", "These arguments are not what the tool takes; `errors` says where and why."],
  ["unknown_source", "The project has no source with this ID or name; `slice://catalog` lists them."],
  ["unknown_shape", "The project has no shape with this ID or name; `slice://catalog` lists them."],
  [
    "cursor_expired",
    "What changed since this cursor is known no more. Read the slice with list_entities, and call changes_since without a cursor for one to go on from.",
  ],
]);

function detailOf(code: JsonValue, detail: JsonValue): JsonValue {
  const own = typeof code === "string" ? ofTools.get(code) : undefined;
  // A detail of its own says more than that of the code.
  const isUsual = Object.entries(problems).some(([each, row]) => each === code && row.detail === detail);
  return own !== undefined && isUsual ? own : detail;
}

/** How a problem of a route becomes one of a tool. */
interface Translation {
  readonly names: Readonly<Record<string, string>>;
  readonly retryAfter: string | undefined;
}

/** Thrown by a tool to end its call with a problem. */
export class Refused extends Error {
  override readonly name: string = "Refused";
  /** The members of the problem that are shown. */
  readonly shown: JsonObject;

  constructor(shown: JsonObject) {
    super(JSON.stringify(shown["code"]));
    this.shown = shown;
  }

  /** The refusal for a problem that a route answers. */
  static by(problem: JsonObject, { names, retryAfter }: Translation): Refused {
    const { code = "internal", detail = problems.internal.detail, errors, diagnostics, ...rest } = problem;
    const { example, counts, version, request_id } = rest;
    return new Refused(
      withoutUndefined({
        code,
        detail: detailOf(code, detail),
        errors: errors === undefined ? undefined : entriesFor(errors, names),
        diagnostics,
        example,
        counts,
        version,
        retry_after_seconds: retryAfter === undefined ? undefined : Number(retryAfter),
        request_id,
      }),
    );
  }

  /** The refusal for a problem with mistakes in the arguments. */
  static because(code: ProblemCode, errors: readonly ProblemEntry[], detail?: string): Refused {
    return new Refused({
      code,
      detail: detail ?? detailOf(code, problems[code].detail),
      ...(errors.length > 0 && {
        errors: errors.map(({ pointer, message, candidates }) =>
          withoutUndefined({
            pointer,
            message,
            candidates: candidates?.map(({ id, name }) => ({ id, name })),
          }),
        ),
      }),
    });
  }

  /** The same refusal, whose diagnostics have the whole corrected query with each fix. */
  within(query: string): Refused {
    const { diagnostics, ...rest } = this.shown;
    if (diagnostics === undefined || !isJsonList(diagnostics)) return this;
    return new Refused({ ...rest, diagnostics: findingsIn(query, diagnostics) });
  }
}

/**
 * Findings on a query as a model reads them: what is wrong, and for each fix the whole query after it, as models copy texts more reliably than
 * they apply edits at offsets.
 */
export function findingsIn(query: string, diagnostics: readonly JsonValue[]): readonly JsonValue[] {
  return diagnostics
    .filter(isJsonObject)
    .map(({ code = null, severity = null, message = null, fixes, data }) => {
      const isAboutKey = code === "beyond-key-scope";
      return withoutUndefined({
        code,
        severity,
        message,
        fixes: fixes === undefined ? undefined : fixesIn(query, fixes),
        data: isAboutKey ? data : undefined,
      });
    });
}

type Fix = NonNullable<Diagnostic["fixes"]>[number];

function fixesIn(query: string, fixes: JsonValue): readonly JsonValue[] {
  if (!isJsonList(fixes)) return [];
  return fixes.filter(isFix).map((fix) => ({ title: fix.title, query: applyFix(query, fix) }));
}

function isFix(value: JsonValue): value is JsonValue & Fix {
  return isJsonObject(value) && typeof value["title"] === "string" && Array.isArray(value["edits"]);
}

function entriesFor(errors: JsonValue, names: Translation["names"]): JsonValue {
  if (!isJsonList(errors)) return [];
  return errors.filter(isJsonObject).map(({ pointer = "", message = "", candidates }) =>
    withoutUndefined({
      pointer: typeof pointer === "string" ? renamed(pointer, names) : pointer,
      message,
      candidates,
    }),
  );
}

/** A pointer whose beginning has another name; the longest that matches counts. */
function renamed(pointer: string, names: Translation["names"]): string {
  const [longest] = Object.keys(names)
    .filter((name) => pointer === name || pointer.startsWith(`${name}/`))
    .toSorted((a, b) => b.length - a.length);
  return longest === undefined ? pointer : `${names[longest] ?? ""}${pointer.slice(longest.length)}`;
}

function withoutUndefined(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const given: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) given[name] = value;
  return given;
}
