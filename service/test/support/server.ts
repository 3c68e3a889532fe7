// A server in the process of the tests, for routes that only a test has.

import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { createServer } from "../../src/http/server.ts";

/** A server that listens on a free port until the test ends. */
export interface Listening {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly port: number;
  readonly log: () => string;
}

/** Listens with these routes. */
export async function listenWith(routes: (app: FastifyInstance) => void): Promise<Listening> {
  const lines: string[] = [];
  const log = { write: (line: string): number => lines.push(line) };
  const app = await createServer({ logLevel: "info", log, routes });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const url = await app.listen({ port: 0 });
  return { app, url, port: Number(new URL(url).port), log: () => lines.join("") };
}
