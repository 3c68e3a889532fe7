// Streams an export: a line about the stream, then each table after a line with its name, and at the end a line that says that it is complete.

import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import { sql } from "kysely";
import { ofTenant } from "../database/of-tenant.ts";
import { type Database, type Tenant, type Transaction, transaction } from "../database/transaction.ts";
import { areValid } from "../organizations/key.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import { lineOf, linesOf } from "./export-rows.ts";
import { type ExportedName, exportedTables, exportVersion } from "./export-tables.ts";

/** What is asked for. */
export interface ExportRequest {
  /** The first table; those before it are left out. */
  readonly from: ExportedName;
  readonly requestId: string;
  readonly limits?: ExportLimits;
  /** Called for an error after the first line, and for a limit that was reached. */
  readonly onCut?: (error: unknown) => void;
}

/** How long an export may keep its connection and its snapshot. */
export interface ExportLimits {
  /** Milliseconds in which the client has to take {@link chunkBytes}. */
  readonly chunkMs: number;
  /** Milliseconds for all of it. */
  readonly wholeMs: number;
}

/** While it runs, PostgreSQL keeps what is deleted and replaced, in all projects. A client of 2 Mbit/s gets a gigabyte in an hour and some. */
const usual: ExportLimits = { chunkMs: 30_000, wholeMs: 2 * 3_600_000 };
/** Bytes that are sent at a time: a client that takes less in the time for a chunk is as good as gone. */
const chunkBytes = 256 << 10;
/** How often a key is checked again, in milliseconds. */
const keyMs = 500;

/** Opens the stream of an export, once its first rows are read: what fails until then is thrown. */
export async function openExport(
  database: Database,
  tenant: Tenant,
  request: ExportRequest,
): Promise<Readable> {
  const stream = new PassThrough();
  // The route listens a little later.
  stream.on("error", () => undefined);
  const begun = Promise.withResolvers<void>();
  let isSent = false;
  const begin = (): void => {
    isSent = true;
    begun.resolve();
  };
  const work = async (tx: Transaction): Promise<Summary> => {
    // A second try would repeat what the client has.
    if (isSent) throw new Error("The database has ended the transaction of the export.");
    return await writeTables(
      tx,
      tenant,
      request,
      new Sender(database, tenant, stream, begin, request.limits),
    );
  };
  const run = async (): Promise<void> => {
    try {
      // A share of its own: it lasts longer than the requests of the same key should wait.
      const own = { ...tenant, share: "export" };
      const summary = await transaction(database, own, work, "repeatable read read only");
      stream.end(lineOf({ kind: "end", ...summary }));
    } catch (error) {
      begun.reject(error);
      // What is thrown is reported by the caller, and a client that has gone needs no words.
      if (isSent && !stream.destroyed) request.onCut?.(error);
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };
  void run();
  await begun.promise;
  return stream;
}

/** What the last line says. */
interface Summary {
  readonly counts: Readonly<Record<string, number>>;
  readonly left_out: { readonly agent_memories: number };
}

async function writeTables(
  tx: Transaction,
  tenant: Tenant,
  { from, requestId }: ExportRequest,
  sender: Sender,
): Promise<Summary> {
  // The client's pauses have a limit of their own; this is for a process that is suspended.
  await tx.run("set local idle_in_transaction_session_timeout = '2min'");
  const at = (await tx.now()).toISOString();
  const { projectId: project_id } = tenant;
  await sender.add(
    lineOf({ kind: "export", version: exportVersion, project_id, at, from, request_id: requestId }),
  );
  const counts: Record<string, number> = {};
  const nextTurn = createYield();
  for (const table of exportedTables.slice(exportedTables.findIndex(({ name }) => name === from))) {
    const { name, isOptional = false } = table;
    const begin = async (): Promise<void> => {
      await sender.add(lineOf({ kind: "table", table: name }));
      counts[name] = 0;
    };
    if (!isOptional) await begin();
    for await (const lines of linesOf(tx, tenant, table)) {
      if (counts[name] === undefined) await begin();
      counts[name] = (counts[name] ?? 0) + lines.length;
      for (const line of lines) await sender.add(line);
      await nextTurn();
    }
  }
  const left = await tx.first(
    sql<{
      readonly count: number;
    }>`select count(*) from memory where ${ofTenant(tenant)} and scope = 'agent' and key_id = ${tenant.keyId}
      and (forget_after is null or forget_after > now())`,
  );
  await sender.flush();
  return { counts, left_out: { agent_memories: left?.count ?? 0 } };
}

/** Sends lines, a chunk at a time, as fast as the client takes them and as long as its key is valid. */
class Sender {
  readonly #database: Database;
  readonly #keyId: string;
  readonly #stream: PassThrough;
  readonly #chunkMs: number;
  readonly #stop: AbortSignal;
  readonly #begin: () => void;
  #lines: Buffer[] = [];
  #bytes = 0;
  #checked = performance.now();

  constructor(
    database: Database,
    { keyId }: Tenant,
    stream: PassThrough,
    begin: () => void,
    { chunkMs, wholeMs }: ExportLimits = usual,
  ) {
    const gone = new AbortController();
    stream.once("close", () => gone.abort(new Error("The client has closed the connection.")));
    this.#database = database;
    this.#keyId = keyId;
    this.#stream = stream;
    this.#chunkMs = chunkMs;
    this.#stop = AbortSignal.any([gone.signal, AbortSignal.timeout(wholeMs)]);
    this.#begin = begin;
  }

  async add(line: Buffer): Promise<void> {
    this.#lines.push(line);
    this.#bytes += line.length;
    if (this.#bytes >= chunkBytes) await this.flush();
  }

  async flush(): Promise<void> {
    this.#stop.throwIfAborted();
    await this.#requireKey();
    const chunk = Buffer.concat(this.#lines);
    this.#lines = [];
    this.#bytes = 0;
    const isTaken = this.#stream.write(chunk);
    this.#begin();
    if (isTaken) return;
    const signal = AbortSignal.any([this.#stop, AbortSignal.timeout(this.#chunkMs)]);
    await once(this.#stream, "drain", { signal });
  }

  async #requireKey(): Promise<void> {
    if (performance.now() - this.#checked < keyMs) return;
    this.#checked = performance.now();
    const valid = await areValid(this.#database, [this.#keyId]);
    if (!valid.has(this.#keyId)) throw new Error("The key was revoked, or has expired.");
  }
}
