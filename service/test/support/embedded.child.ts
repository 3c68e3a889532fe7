// A process that starts the database of a folder or joins it, says so, and writes rows for as long as it is asked to.

import { createInterface } from "node:readline";
import { Client } from "pg";
import { startEmbedded } from "../../src/database/embedded/start.ts";

const [folder = "", task = ""] = process.argv.slice(2);

function say(what: object): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

async function write(client: Client): Promise<void> {
  await client.query("create table if not exists kept (id bigint generated always as identity, word text)");
  for (;;) {
    const { rows } = await client.query("insert into kept (word) values ('kept') returning id::int");
    say({ kept: rows[0].id });
  }
}

try {
  const database = await startEmbedded(folder);
  say({ isStartedHere: database.isStartedHere, connection: database.connection });
  createInterface({ input: process.stdin }).once("line", () => {
    void database.stop().then(() => process.exit(0));
    say({ stopping: true });
  });
  if (task === "write") {
    const client = new Client(database.connection);
    // The database may be killed by the test.
    client.on("error", () => process.exit(3));
    await client.connect();
    await write(client);
  }
} catch (error) {
  say({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  process.exit(2);
}
