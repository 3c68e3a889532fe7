// The database that a command works on: an existing one by its URL, or the embedded one of a data folder.

import { join, resolve } from "node:path";
import { DatabaseError } from "../database/database-error.ts";
import { urlsOf } from "../database/hosts.ts";
import { type OpenDatabase, openDatabase } from "../database/open.ts";
import type { Connection, PoolOptions } from "../database/pool.ts";
import { isRefusedByPooler, poolerAdvice } from "../database/pooler.ts";
import type { Flag, Input } from "./define.ts";
import { reasonOf, UsageError } from "./failure.ts";
import { type Waiting, whenThere } from "./wait.ts";

/** Where a database is. */
export type Where = (
  | {
      readonly url: string;
      /** Whether a pooler lends connections for one transaction at a time. */
      readonly isPooled: boolean;
    }
  | { readonly folder: string }
) & { readonly poolSize: number };

const defaultFolder = ".slice-service";

/** The flag that names the data folder. */
export const dataFlag: { readonly data: Flag } = {
  data: {
    type: "string",
    value: "DIR",
    help: `The folder of the embedded database (default: ${defaultFolder}); not together with DATABASE_URL`,
  },
};

/** The database that the flags and settings name. */
export function whereOf({ text, settings }: Input<"data">): Where {
  const data = text("data");
  const poolSize = settings.databasePoolSize;
  if (data === "") throw new UsageError("--data is empty; write a folder");
  if (settings.databaseUrl === undefined) return { folder: resolve(data ?? defaultFolder), poolSize };
  if (data !== undefined)
    throw new UsageError(
      "--data and DATABASE_URL name two databases; leave out the flag, or unset the variable",
    );
  return { url: settings.databaseUrl, isPooled: settings.isDatabasePooled, poolSize };
}

/** Opens the database, brings its tables up to date, and closes it after `work`. */
export async function withDatabase<Result>(
  where: Where,
  work: (database: OpenDatabase) => Promise<Result>,
  waiting?: Waiting,
): Promise<Result> {
  return await withConnection(where, async (connection) => {
    const database = await open(connection, optionsFor(where), waiting);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  });
}

/** The options of the connections of a command. */
export function optionsFor(where: Where): Required<Pick<PoolOptions, "size" | "isPooled">> {
  return { size: Math.max(2, where.poolSize), isPooled: "isPooled" in where && where.isPooled };
}

/** Starts the embedded database or joins the running one, and stops it after `work` if it was started here. */
export async function withConnection<Result>(
  where: Where,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { connection, stop } = await connect(where);
  try {
    return await work(connection);
  } finally {
    await stop();
  }
}

/** A running database. */
export interface Running {
  readonly connection: Connection;
  /** Stops it if this process started it. */
  readonly stop: () => Promise<void>;
  /** Resolves if the embedded database ends on its own, with its last output. */
  readonly ended: Promise<string> | undefined;
}

/** Starts or joins the embedded database; a database with a URL already runs. */
export async function connect(where: Where): Promise<Running> {
  if ("url" in where)
    return { connection: { url: where.url }, stop: async () => await Promise.resolve(), ended: undefined };
  // The embedded database is not loaded if there is a URL.
  const { startEmbedded } = await import("../database/embedded/start.ts");
  // A subfolder: as root, PostgreSQL's account becomes its owner, while other files in the data folder stay ours.
  const { connection, stop, ended } = await startEmbedded(join(where.folder, "postgres"));
  return { connection, stop, ended };
}

/** Opens a database, or waits for it; an error says which database it was. */
export async function open(
  connection: Connection,
  options: PoolOptions,
  waiting?: Waiting,
): Promise<OpenDatabase> {
  const now = async (): Promise<OpenDatabase> => await openDatabase(connection, options);
  try {
    return await (waiting === undefined ? now() : whenThere(now, waiting));
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw unusable(connection, error);
  }
}

/** Says which database cannot be used, and why. */
export function unusable(connection: Connection, error: unknown): DatabaseError {
  const advice = isRefusedByPooler(error) ? `; ${poolerAdvice}` : "";
  const message = `${describeConnection(connection)} cannot be used: ${reasonOf(error)}${advice}`;
  return new DatabaseError(message, { cause: error });
}

/** The name of the database for messages, without its password. */
export function describeConnection(connection: Connection): string {
  if (!("url" in connection)) return `the embedded database in ${connection.host}`;
  const urls = urlsOf(connection.url).map((url) => new URL(url));
  const hosts = urls.map(({ host }) => (host === "" ? "this machine" : host));
  return `the database ${urls[0]?.pathname.slice(1) ?? ""} at ${hosts.join(" or ")}`;
}
