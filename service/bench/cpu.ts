// CPU time of a request: bare Fastify, the layer of the service, the whole service.

import { type MeasuredServer, startMeasured } from "./cpu-server.ts";
import { send } from "./requests.ts";
import { atMost, medians, type Section } from "./section.ts";
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
    const whole = await startMeasured("service", "{}", env);
    const body = { name: "libraries", cql: "type:Release shape:Libraries after:2010-01-01" };
    const { id } = await send({ url: `${whole.url}/v1/slices`, key, body });
    const post = { path: "/v1/slices?dry_run=true", body };
    const get = { path: `/v1/slices/${String(id)}`, method: "GET" as const };
    const goals = [];
    const rows = [];
    for (const [what, { path, ...sent }] of Object.entries({ POST: post, GET: get })) {
      const answer = JSON.stringify(await send({ url: whole.url + path, key, ...sent }));
      const [bare, layer] = [
        await startMeasured("bare", answer, env),
        await startMeasured("layer", answer, env),
      ];
      const measure = (server: MeasuredServer) => async () =>
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
