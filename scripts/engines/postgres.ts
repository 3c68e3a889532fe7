// PostgreSQL with all that catches mistakes: an ICU collation whose order is not that of code points, and a session far from UTC.

import { Client } from "pg";
import { postgresTypes } from "../../test/support/backends/drivers.ts";
import type { Driver } from "../../test/support/backends/engine.ts";
import { findProgram, type Server, startServer } from "./server.ts";

const folders = ["/usr/lib/postgresql/*/bin", "/usr/local/bin", "/usr/bin"];
const install = "apt-get install postgresql";

/** A cluster of its own that listens on a socket only. */
export async function startPostgres(): Promise<Server> {
  const initdb = findProgram("initdb", folders, install);
  const postgres = findProgram("postgres", folders, install);
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=und"];
  const settings = ["-c", "listen_addresses=", "-c", "fsync=off"];
  return await startServer({
    user: "postgres",
    prepare: (folder) => [
      initdb,
      "-D",
      `${folder}/data`,
      "-U",
      "postgres",
      "--auth=trust",
      "--no-sync",
      ...locale,
    ],
    serve: (folder) => [postgres, "-D", `${folder}/data`, "-k", folder, ...settings],
    knock: async (folder) => await (await connect(folder)).end(),
    signal: "SIGINT",
  });
}

/** One connection to the cluster. */
export async function postgresDriver({ folder }: Server): Promise<Driver> {
  const client = await connect(folder);
  await client.query("SET TIME ZONE 'Pacific/Apia'");
  return {
    name: "PostgreSQL",
    dialect: "postgres",
    types: postgresTypes,
    canHold: (text) => !text.includes("\0") && text.isWellFormed(),
    run: async (statements) => {
      await client.query(statements);
    },
    query: async (text, params) => {
      const result = await client.query({ text, values: [...params], rowMode: "array" });
      return result.rows;
    },
    close: async () => await client.end(),
  };
}

async function connect(folder: string): Promise<Client> {
  const client = new Client({ host: folder, user: "postgres", database: "postgres" });
  await client.connect();
  return client;
}
