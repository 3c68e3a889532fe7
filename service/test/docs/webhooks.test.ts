// Runs the commands and the receiver of docs/webhooks.md, taken from the page.

import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { sliced } from "../live/following.ts";
import { startService } from "../support/service.ts";
import { commandsIn, patternOf } from "../support/shown.ts";

const page = readFileSync(new URL("../../docs/webhooks.md", import.meta.url), "utf8");
const service = await startService({ webhookHosts: ["hooks.example.com"] });
const run = promisify(execFile);

test("the commands of the page do what it says", async () => {
  const who = await service.caller();
  const { id } = await sliced(who, "type:Deal");
  const env = { ...process.env, URL: service.url, KEY: who.key, SLICE: id, HOOK: "" };
  const shown = commandsIn(page);
  expect(shown).toHaveLength(2);
  for (const { command, answer = "" } of shown) {
    const { stdout } = await run("bash", ["-c", command], { env });
    expect(JSON.parse(stdout), command).toEqual(patternOf(answer));
    env.HOOK ||= JSON.parse(stdout).id;
  }
});

test("the receiver of the page takes what is signed, once, and refuses what is not", async () => {
  const code = /^```ts\n(.*?)^```/ms
    .exec(page)?.[1]
    ?.replace(".listen(8080)", ".listen(0, '127.0.0.1', function () { console.log(this.address().port); })");
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code ?? ""], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  const port = await next();
  const body = JSON.stringify({ type: "slice.changes", data: { changes: [] } });
  const send = async (id: string, signed = body): Promise<number> => {
    const at = new Date();
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, at, signed),
    };
    return (await fetch(`http://127.0.0.1:${port}`, { method: "POST", body, headers })).status;
  };
  expect([await send("a"), await send("a"), await send("b"), await send("c", "{}")]).toEqual([
    204, 204, 204, 400,
  ]);
  // The second of the same ID has said nothing.
  expect([await next(), await next()]).toEqual(["slice.changes []", "slice.changes []"]);
});
