// Answers a method that a path does not support with 405, where Fastify would say 404.

import { METHODS } from "node:http";
import type { FastifyInstance } from "fastify";
import { Problem } from "../values/problem.ts";

/** Remembers the routes that are added after this call. The function it returns adds the refusals, once all routes exist. */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  // With CONNECT a caller asks for a tunnel, and Node closes the connection itself.
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method) && method !== "CONNECT") app.addHttpMethod(method);
  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const each of [method].flat()) known.add(each);
    methods.set(url, known);
  });
  return () => {
    for (const [url, taken] of methods) {
      const allow = [...taken].toSorted().join(", ");
      const refuse = async (): Promise<never> =>
        await Promise.reject(new Problem("method_not_allowed", { headers: { allow } }));
      const others = app.supportedMethods.filter((method) => !taken.has(method));
      // Before the body is read, as it will not be used.
      const config = { refusesMethod: true };
      app.route({ method: others, url, onRequest: refuse, handler: refuse, schema: { hide: true }, config });
    }
  };
}
