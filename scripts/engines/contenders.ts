// The engines of the nightly run: how each is opened, and which corpora it takes.

import mingo from "mingo/package.json" with { type: "json" };
import type { Corpus } from "../../test/support/backends/corpus.ts";
import type { Driver, Engine } from "../../test/support/backends/engine.ts";
import { predicateEngine } from "../../test/support/backends/in-process.ts";
import { mongoEngine } from "../../test/support/backends/mingo.ts";
import { ofOneKind } from "../../test/support/backends/one-kind.ts";
import { openSearchEngine } from "../../test/support/backends/opensearch-engine.ts";
import { sqlEngine } from "../../test/support/backends/sql-engine.ts";
import { tableEngine } from "../../test/support/backends/table-engine.ts";
import { mariaDbDriver, startMariaDb } from "./mariadb.ts";
import { postgresDriver, startPostgres } from "./postgres.ts";
import type { Server } from "./server.ts";

/** What can be run by its name. */
export interface Contender {
  readonly name: string;
  /** Rejects with `MissingProgram` if what it needs is not installed. */
  readonly open: () => Promise<Opened>;
  /** What it takes of a corpus; all of it, if this is missing. */
  readonly adapt?: (corpus: Corpus) => Corpus;
}

/** A contender that is ready. */
export interface Opened {
  /** The version of the engine's program. */
  readonly version: string;
  readonly engines: readonly Engine[];
  readonly close: () => Promise<void>;
}

/** All contenders, those in this process first. */
export const contenders: readonly Contender[] = [
  inProcess("predicate", `Node ${process.version}`, [predicateEngine]),
  inProcess("columns", `Node ${process.version}`, [tableEngine]),
  sqlServer("postgresql", startPostgres, postgresDriver, {
    version: "SHOW server_version",
    // What must not be done costs so much to the planner that it would compile every query.
    byIndex: "SET enable_seqscan = off; SET jit = off",
  }),
  sqlServer("mariadb", startMariaDb, mariaDbDriver, { version: "SELECT VERSION()" }),
  inProcess("mongodb", `mingo ${mingo.version}`, [() => mongoEngine("dates"), () => mongoEngine("texts")]),
  { ...inProcess("opensearch", "interpreter", [openSearchEngine]), adapt: ofOneKind },
];

function inProcess(name: string, version: string, makers: readonly (() => Engine)[]): Contender {
  return {
    name,
    open: async () => ({ version, engines: makers.map((make) => make()), close: async () => {} }),
  };
}

/** Statements in a server's own syntax. */
interface Statements {
  readonly version: string;
  /** From then on indexes are used wherever they can be, for tables so small that they are not otherwise. */
  readonly byIndex?: string;
}

/** Both layouts of the table are on one connection. */
function sqlServer(
  name: string,
  start: () => Promise<Server>,
  connect: (server: Server) => Promise<Driver>,
  { version: versionQuery, byIndex }: Statements,
): Contender {
  const open = async (): Promise<Opened> => {
    const server = await start();
    try {
      const driver = await connect(server);
      const [[version] = []] = await driver.query(versionQuery, []);
      const engines = [await sqlEngine(driver, "plain"), await sqlEngine(driver, "typed")];
      if (byIndex !== undefined)
        engines.push(...engines.map((engine) => usingIndexes(engine, driver, byIndex)));
      const close = async (): Promise<void> => {
        await driver.close();
        await server.stop();
      };
      return { version: String(version).replace(/[ -].*/, ""), engines, close };
    } catch (error) {
      await server.stop();
      throw error;
    }
  };
  return { name, open };
}

function usingIndexes(engine: Engine, driver: Driver, statement: string): Engine {
  return {
    ...engine,
    name: `${engine.name}, by index`,
    load: async (entities) => {
      await driver.run(statement);
      await engine.load(entities);
    },
  };
}
