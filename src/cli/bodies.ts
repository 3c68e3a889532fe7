// Checks a file of slice bodies, as `POST /v1/slices` takes them.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Compiled } from "../pipeline/compile.ts";
import { compileSlice } from "../pipeline/compile-slice.ts";
import { everyName } from "../semantics/catalog.ts";
import type { Query } from "../syntax/ast.ts";
import { print } from "../syntax/print.ts";
import type { Context } from "./command.ts";
import { Failure } from "./failure.ts";
import { parseJson } from "./input/json.ts";
import { jsonBound, readFile } from "./input/read.ts";

/** One body, and what was found in it. */
export interface CheckedBody {
  /** Its name, or `null` if it has none. */
  readonly name: string | null;
  /** What the positions of the diagnostics count in: its query, or its filter as a query. */
  readonly text: string;
  readonly query: Query;
  readonly diagnostics: readonly Diagnostic[];
  /** Its slice, unless it is refused. */
  readonly compiled: Compiled | undefined;
}

/** Checks every body of a file; without a catalog names are not looked up. */
export async function checkBodies(context: Context, file: string): Promise<readonly CheckedBody[]> {
  const { io, catalog = everyName, now } = context;
  const bodies = parseJson(await readFile(io, file, jsonBound), file);
  if (!Array.isArray(bodies)) {
    throw new Failure(`${file} must be a list of slice bodies: [{ "name": "…", "cql": "…" }]`);
  }
  return bodies.map((body: unknown) => {
    const result = compileSlice(body, { catalog, now });
    const { query, diagnostics } = result;
    return {
      name: memberOf(body, "name") ?? null,
      text: memberOf(body, "cql") ?? print(query),
      query,
      diagnostics,
      compiled: result.ok ? result : undefined,
    };
  });
}

function memberOf(body: unknown, member: string): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(body, member)?.value;
  return typeof value === "string" ? value : undefined;
}
