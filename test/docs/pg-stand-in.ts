// Stands in for the client of the package pg where there is no server: the same calls, on PGlite.

import { PGlite } from "@electric-sql/pglite";

/** The calls of `pg.Client` that the pages make. */
export class Client {
  readonly #database: PGlite = new PGlite();

  async connect(): Promise<void> {
    await this.#database.waitReady;
  }

  /** Without values the text may be several statements, as with pg. */
  async query(text: string, values?: unknown[]): Promise<unknown> {
    if (values !== undefined) return await this.#database.query(text, values);
    return (await this.#database.exec(text)).at(-1);
  }

  async end(): Promise<void> {
    await this.#database.close();
  }
}
