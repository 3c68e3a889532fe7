// Runs a program with the URL of a PostgreSQL of the system in TEST_DATABASE_URL: `node with-postgres.ts PROGRAM [argument…]`. Its user has
// the rights of a managed database: it may create databases and roles, and is not a superuser. With CITUS_URL, that of a superuser of the
// coordinator of Citus, the program gets this URL instead.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "pg";
import { startPostgres } from "./postgres.ts";

const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new TypeError("name the program to run");
// Meanwhile what PostgreSQL logs is read: it would stop at a full pipe.
const run = async (url: string): Promise<void> => {
  const child = spawn(program, args, {
    stdio: "inherit",
    env: { ...process.env, TEST_DATABASE_URL: url },
  });
  const [status]: unknown[] = await once(child, "exit");
  process.exitCode = typeof status === "number" ? status : 1;
};
const citus = process.env["CITUS_URL"];
if (citus === undefined) await withPostgres();
else await run(citus);

async function withPostgres(): Promise<void> {
  const { folder, stop } = await startPostgres();
  try {
    const client = new Client({ host: folder, user: "postgres", database: "postgres" });
    await client.connect();
    await client.query("create role owner login createdb createrole");
    await client.query("create database owner owner owner");
    await client.end();
    await run(`postgres://owner:@${encodeURIComponent(folder)}:5432/owner`);
  } finally {
    await stop();
  }
}
