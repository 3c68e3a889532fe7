// CPU time of a request: bare Fastify, the layer of the service, the whole service.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { atEnd } from "./postgres.ts";
import { end } from "./processes.ts";
import { callers, send } from "./requests.ts";
import { atMost, medians, type Run, type Section } from "./section.ts";
import { addProject } from "./store.ts";

/** CPU time over that of bare Fastify. */
export const cpu: Section = {
  id: "cpu",
  title: "CPU time of a request",
  how: `Three servers, each in its own process, asked in turn over 20 connections that stay open; \`process.cpuUsage\` of the server before and after. *Bare* is
Fastify without options, whose handler returns an object. *Layer* is the server of the service with a handler that returns the same object: key, rate limit,
strict JSON, schemas of \`POST /v1/slices\` and \`GET /v1/slices/{id}\`, serializer, request ID, a line of the log a request. That is what the goal is about. *Whole* is the service itself, which
compiles the query and asks PostgreSQL (an empty project), so most of it is the work and the driver, and not the layer.`,
  measure: async (run) => {
    const database = await run.postgres.create();
    const { key } = await addProject(database);
    const env = { ...process.env, DATABASE_URL: database.url };
    const whole = await start("service", "{}", env);
    const body = { name: "libraries", cql: "type:Release shape:Libraries after:2010-01-01" };
    const { id } = await send({ url: `${whole.url}/v1/slices`, key, body });
    const post = { path: "/v1/slices?dry_run=true", body };
    const get = { path: `/v1/slices/${String(id)}`, method: "GET" as const };
    const goals = [];
    const rows = [];
    for (const [what, { path, ...sent }] of Object.entries({ POST: post, GET: get })) {
      const answer = JSON.stringify(await send({ url: whole.url + path, key, ...sent }));
      const [bare, layer] = [await start("bare", answer, env), await start("layer", answer, env)];
      const measure = (server: Worker) => async () =>
        await server.costOf(run, async () => await send({ url: server.url + path, key, ...sent }));
      const variants = [bare, layer, whole].map(measure);
      await medians(run.rounds(3), variants);
      const [bareCost = Number.NaN, layerCost = Number.NaN, wholeCost = Number.NaN] = await medians(
        run.rounds(11),
        variants,
      );
      goals.push(atMost(`CPU of a ${what} over bare Fastify`, 2, "×", layerCost / bareCost));
      rows.push({
        request: what,
        "bare, µs": bareCost,
        "layer, µs": layerCost,
        "whole with PostgreSQL, µs": wholeCost,
      });
      for (const { stop } of [bare, layer]) await stop();
    }
    await whole.stop();
    return { goals, rows };
  },
};

interface Worker {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Microseconds of CPU time that a request takes. */
  readonly costOf: (run: Run, ask: () => Promise<unknown>) => Promise<number>;
}

async function start(variant: string, answer: string, env: NodeJS.ProcessEnv): Promise<Worker> {
  const program = fileURLToPath(new URL("cpu.worker.ts", import.meta.url));
  const child = fork(program, [variant, answer], { env, stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const stop = async (): Promise<void> => await end(child);
  atEnd(stop);
  const { url } = await firstLineOf(child);
  return {
    url: String(url),
    stop,
    costOf: async (run, ask) => {
      const requests = run.rounds(3000);
      const before = await timeOf(child);
      await callers(20, ask, (begun) => begun < requests);
      return ((await timeOf(child)) - before) / requests;
    },
  };
}

async function timeOf(child: ChildProcess): Promise<number> {
  const answer = firstLineOf(child);
  child.send("time");
  return Number((await answer)["microseconds"]);
}

async function firstLineOf(child: ChildProcess): Promise<Readonly<Record<string, unknown>>> {
  const [message]: readonly Readonly<Record<string, unknown>>[] = await once(child, "message");
  if (message === undefined) throw new Error("The server said nothing.");
  return message;
}
