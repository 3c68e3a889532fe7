// Lines of JSON as a body: what they say as a list.

import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { Problem } from "../problems/problem.ts";
import type { JsonValue } from "../values/json.ts";
import type { App } from "./app.ts";
import { parseJson } from "./json-text.ts";
import { bodyHash } from "./request.ts";

/** Makes the routes that are added to this server accept `application/x-ndjson`. */
export function addNdjson(app: App): void {
  app.addContentTypeParser(
    "application/x-ndjson",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      bodyHash.set(request, createHash("sha256").update(body).digest());
      return Array.from(linesOf(body), valueOf);
    },
  );
}

const [newline, carriageReturn] = [0x0a, 0x0d];

/** The lines that are not empty, with their numbers. */
function* linesOf(body: Buffer): Generator<readonly [line: Buffer, number: number]> {
  for (let start = 0, number = 1; start < body.length; number++) {
    const found = body.indexOf(newline, start);
    const end = found === -1 ? body.length : found;
    const line = body.subarray(start, body[end - 1] === carriageReturn && end > start ? end - 1 : end);
    if (line.length > 0) yield [line, number];
    start = end + 1;
  }
}

function valueOf([line, number]: readonly [line: Buffer, number: number]): JsonValue {
  try {
    return parseJson(line, "line");
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.code, { ...error.options, detail: `Line ${number}: ${error.message}` });
  }
}
