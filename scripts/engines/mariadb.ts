// MariaDB with all that catches mistakes: a default collation that folds case and pads with spaces, and a session far from UTC.

import { type Connection, createConnection } from "mysql2/promise";
import type { Driver } from "../../test/support/backends/engine.ts";
import { findProgram, type Server, startServer } from "./server.ts";

const folders = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/usr/local/sbin"];
const install = "apt-get install mariadb-server";

const settings = [
  "--skip-networking",
  "--character-set-server=utf8mb4",
  "--collation-server=utf8mb4_general_ci",
  "--innodb-flush-log-at-trx-commit=0",
  "--max-allowed-packet=64M",
];

/** A server with a data directory of its own that listens on a socket only. */
export async function startMariaDb(): Promise<Server> {
  const installDb = findProgram("mariadb-install-db", folders, install);
  const server = findProgram("mariadbd", folders, install);
  return await startServer({
    user: "mysql",
    prepare: (folder) => [
      installDb,
      ...home(folder),
      "--skip-test-db",
      "--auth-root-authentication-method=normal",
    ],
    serve: (folder) => [server, ...home(folder), `--socket=${folder}/socket`, ...settings],
    knock: async (folder) => await (await connect(folder)).end(),
    signal: "SIGTERM",
  });
}

/** One connection to the server. */
export async function mariaDbDriver({ folder }: Server): Promise<Driver> {
  const connection = await connect(folder);
  await connection.query("SET time_zone = '+13:00'");
  await connection.query("CREATE DATABASE engines");
  await connection.query("USE engines");
  return {
    name: "MariaDB",
    dialect: "mysql",
    types: {
      text: "LONGTEXT",
      number: "DOUBLE",
      boolean: "BOOLEAN",
      timestamp: "DATETIME(3)",
      uuid: "VARCHAR(36)",
    },
    canHold: (text) => text.isWellFormed(),
    run: async (statements) => {
      for (const statement of statements.split(/;\s*\n/)) {
        if (statement.trim() !== "") await connection.query(statement);
      }
    },
    query: async (text, params) => {
      const values = params.map(valueOf);
      const [found] = await connection.execute({ sql: text, rowsAsArray: true }, values);
      return rowsOf(found);
    },
    close: async () => await connection.end(),
  };
}

/** No file of settings counts, so that a machine's own do not. */
function home(folder: string): readonly string[] {
  return ["--no-defaults", `--datadir=${folder}/data`];
}

async function connect(folder: string): Promise<Connection> {
  return await createConnection({
    socketPath: `${folder}/socket`,
    user: "root",
    charset: "utf8mb4_general_ci",
    dateStrings: true,
    maxPreparedStatements: 500,
  });
}

function valueOf(value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  throw new TypeError(`${JSON.stringify(value)} is not a parameter for MariaDB`);
}

/** The result of an INSERT has no rows. */
function rowsOf(found: unknown): readonly (readonly unknown[])[] {
  return Array.isArray(found) ? found : [];
}
