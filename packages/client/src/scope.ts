// Checks queries without sending them: by the toolkit, with the names of the project.

import type { Catalog, Diagnostic } from "./generated/types.ts";
import { jsonOf, type Transport } from "./transport.ts";

/** A query, and what is to be said about it. */
export interface Scope {
  readonly cql: string;
  /** Errors, warnings and hints, with fixes; the service refuses a query that has an error. */
  readonly diagnostics: readonly ScopeDiagnostic[];
}

/** As the service says it; without a link. */
export interface ScopeDiagnostic {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly data: object;
  readonly span: Diagnostic["span"];
  readonly fixes?: readonly ScopeFix[] | undefined;
}

/** A change of the query that removes a diagnostic. */
export interface ScopeFix {
  readonly title: string;
  readonly edits: readonly { readonly span: Diagnostic["span"]; readonly text: string }[];
  /** Whether only one reading is possible. */
  readonly preferred?: boolean | undefined;
}

/** The names of the project as they were last read, and their tag. */
interface Known {
  readonly tag: string;
  readonly names: Catalog;
}

/** Checks queries with the names of one project. */
export class Scopes {
  readonly #transport: Transport;
  #known: Known | undefined;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Checks a query. */
  async check(cql: string, signal: AbortSignal | undefined): Promise<Scope> {
    const [{ createCatalog, validate }, names] = await Promise.all([
      import("slice-cql"),
      this.#names(signal),
    ]);
    const { shapes, sources, types, truncated } = names;
    // With some of the names missing, those would be reported as unknown.
    const options = truncated === true ? {} : { catalog: createCatalog({ shapes, sources, types }) };
    return { cql, diagnostics: validate(cql, options) };
  }

  async #names(signal: AbortSignal | undefined): Promise<Catalog> {
    const known = this.#known;
    const headers = known === undefined || known.tag === "" ? {} : { "if-none-match": known.tag };
    const ask = { method: "GET", path: "/v1/catalog", headers, isRepeatable: true, signal };
    const { tag, names } = await this.#transport.send(ask, async (response) =>
      response.status === 304 && known !== undefined
        ? known
        : { tag: response.headers.get("etag") ?? "", names: await jsonOf<Catalog>(response) },
    );
    this.#known = { tag, names };
    return names;
  }
}
