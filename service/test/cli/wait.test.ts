// Tests `--wait`: programs that start before their database.

import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { testDatabase } from "../support/database.ts";
import { type Ended, runProgram, type Started, startProgram } from "../support/program.ts";

const database = testDatabase();
const url = new URL(database.url);
const isSocket = decodeURIComponent(url.hostname).startsWith("/");

/** An address where nobody listens yet, and what opens it: then it is that of the database. */
async function address(): Promise<{ readonly url: string; readonly open: () => Promise<void> }> {
  const relay: Server = createServer((socket) => {
    const [host, port] = [decodeURIComponent(url.hostname), Number(url.port)];
    const inner = connect(isSocket ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    socket.pipe(inner).pipe(socket);
    for (const each of [socket, inner]) each.on("error", () => socket.destroy());
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const bound = relay.address();
  const port = typeof bound === "object" ? (bound?.port ?? 0) : 0;
  relay.close();
  await once(relay, "close");
  onTestFinished(() => void relay.close());
  const of = new URL(database.url);
  [of.hostname, of.port] = ["127.0.0.1", String(port)];
  return { url: of.href, open: async () => void (await once(relay.listen(port, "127.0.0.1"), "listening")) };
}

async function saidBy({ stderr }: Started, text: string): Promise<void> {
  await vi.waitFor(() => expect(stderr()).toContain(text), 30_000);
}

test.each([
  ["serve", '{"url":'],
  ["worker", '{"worker":'],
  ["migrate", "nothing to do"],
])("%s waits until it answers, and says so once", async (command, output) => {
  const at = await address();
  const flags = command === "serve" ? ["--port", "0"] : [];
  const program = startProgram([command, "--wait", "60", ...flags], { DATABASE_URL: at.url });
  onTestFinished(() => void program.child.kill("SIGKILL"));
  await saidBy(program, "ECONNREFUSED");
  await at.open();
  expect(await program.firstLine).toContain(output);
  const count = (text: string): number => program.stderr().split(text).length - 1;
  expect([count("waiting "), count("the database answers")]).toEqual([1, 1]);
  if (command !== "migrate") program.child.kill("SIGTERM");
  expect((await program.ended).status).toBe(0);
});

const ended = async (program: Started): Promise<Pick<Ended, "status">> => ({
  status: (await program.ended).status,
});

test("a signal ends the waiting", async () => {
  const { url: nowhere } = await address();
  const program = startProgram(["serve", "--wait", "60"], { DATABASE_URL: nowhere });
  await saidBy(program, "waiting for the database");
  program.child.kill("SIGTERM");
  expect(await ended(program)).toEqual({ status: 1 });
});

test("one that never comes is reported as without waiting, when the time is over", async () => {
  const { url: nowhere } = await address();
  const begun = performance.now();
  const waited = await runProgram(["migrate", "--wait", "2"], { DATABASE_URL: nowhere });
  expect(performance.now() - begun).toBeGreaterThan(2000);
  const atOnce = await runProgram(["migrate"], { DATABASE_URL: nowhere });
  expect(atOnce).toMatchObject({ status: 1, stderr: expect.stringContaining("ECONNREFUSED") });
  expect({ ...waited, stderr: waited.stderr.split("\n").slice(1).join("\n") }).toEqual(atOnce);
});

test("a full server is waited for", async () => {
  const own = new URL(database.url);
  await database.query("create role late login createrole connection limit 0 password 'late'");
  [own.username, own.password] = ["late", "late"];
  try {
    const program = startProgram(["migrate", "--wait", "60"], { DATABASE_URL: own.href });
    await saidBy(program, "too many connections");
    await database.query(`alter role late connection limit -1`);
    // It owns no tables here, which waiting does not change.
    expect((await program.ended).stderr).toMatch(/permission denied/);
  } finally {
    await database.query("drop role late");
  }
});

test.each([
  ["an unknown database", { pathname: "/no_such_database" }, /does not exist/],
  ["an unknown user", { username: "no_such_user", password: "x" }, /authentication|does not exist/],
])("%s is no reason to wait", async (_, parts, message) => {
  const of = Object.assign(new URL(database.url), parts);
  const begun = performance.now();
  const refused = await runProgram(["migrate", "--wait", "60"], { DATABASE_URL: of.href });
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(message) });
  expect(refused.stderr).not.toContain("waiting");
  expect(performance.now() - begun).toBeLessThan(30_000);
});

test.each([
  [["--wait", "soon"], /--wait must be a whole number from 0 to 3600, not `soon`/],
  [["--wait", "3601"], /from 0 to 3600/],
])("%j is refused", async (flags, message) => {
  const refused = await runProgram(["serve", ...flags], { DATABASE_URL: database.url });
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringMatching(message) });
});

test("the embedded database is not waited for", async () => {
  const { DATABASE_URL: _url, ...env } = process.env;
  const refused = await runProgram(["worker", "--wait", "5"], { ...env, DATABASE_URL: undefined });
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining("--wait is for a database") });
});
