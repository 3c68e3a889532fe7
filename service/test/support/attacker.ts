// Sends expensive requests from its own thread, so that sending them does not slow down the test.

import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/** A request of an attack; its body is made once. */
export interface Blow {
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: string | Uint8Array;
}

/** What to attack, and how. */
export interface AttackOrder {
  readonly url: string;
  readonly key: string;
  readonly blows: readonly Blow[];
  readonly attackMs: number;
  readonly perSecond: number;
  /** How many requests wait for their answers at a time. */
  readonly maxInFlight: number;
}

const { url, key, blows, attackMs, perSecond, maxInFlight }: AttackOrder = workerData;
const statuses = new Map<string, number>();
const inFlight = new Set<Promise<void>>();

const agent = new Agent({ keepAlive: true });

/** Sends it as it is: `fetch` would copy each body of 31 MiB, and clearing that up would take the processor from the server. */
async function strike({ method, path, type = "application/json", body }: Blow): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body !== undefined && { "content-type": type, "content-length": Buffer.byteLength(body) }),
  };
  const signal = AbortSignal.timeout(60_000);
  const status = await new Promise<number | string>((resolve) => {
    const asked = request(url + path, { method, headers, agent, signal });
    asked.on("error", () => resolve("closed"));
    asked.on("response", (response: IncomingMessage) => {
      response.on("error", () => resolve("closed"));
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    asked.end(body);
  });
  const what = `${method} ${path.split("?")[0]?.replace(/[\da-f-]{36}/, "ID")} ${status}`;
  statuses.set(what, (statuses.get(what) ?? 0) + 1);
}

const end = performance.now() + attackMs;
for (let at = 0; performance.now() < end; at++) {
  const blow = blows[at % blows.length];
  if (blow !== undefined && inFlight.size < maxInFlight) {
    const sent = strike(blow);
    inFlight.add(sent);
    void sent.finally(() => inFlight.delete(sent));
  }
  await sleep(1000 / perSecond);
}
await Promise.all(inFlight);
agent.destroy();
parentPort?.postMessage(statuses, []);
