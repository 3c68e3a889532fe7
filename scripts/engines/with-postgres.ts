// Runs a program with the URL of a PostgreSQL of the system in TEST_DATABASE_URL: `node with-postgres.ts PROGRAM [argument…]`. Its user has
// the rights of a managed database: it may create databases and roles, and is not a superuser.

import { spawnSync } from "node:child_process";
import { Client } from "pg";
import { startPostgres } from "./postgres.ts";

const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new TypeError("name the program to run");
const { folder, stop } = await startPostgres();
try {
  const client = new Client({ host: folder, user: "postgres", database: "postgres" });
  await client.connect();
  await client.query("create role owner login createdb createrole");
  await client.query("create database owner owner owner");
  await client.end();
  const url = `postgres://owner:@${encodeURIComponent(folder)}:5432/owner`;
  const { status } = spawnSync(program, args, {
    stdio: "inherit",
    env: { ...process.env, TEST_DATABASE_URL: url },
  });
  process.exitCode = status ?? 1;
} finally {
  await stop();
}
