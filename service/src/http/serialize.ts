// Serializes responses. Long lists are serialized item by item, yielding to other requests, because a page of 8 MiB takes longer than a request
// may wait. The result is bytes: a string of that many parts would be joined, measured and encoded in one blocking step.

import type { FastifyInstance, FastifyReply } from "fastify";
import { createYield } from "../values/yield-to-event-loop.ts";

/** Adds this to all routes whose response is an object with lists. */
export function serializeInTurns(app: FastifyInstance): void {
  app.addHook("preSerialization", async (request, reply, payload) => {
    const members = membersOf(request.routeOptions.schema?.response, reply.statusCode);
    if (members === undefined || !isObject(payload) || !Object.values(payload).some(isLong)) return payload;
    reply.serializer(asIs);
    return await serializeMembers(reply, members, payload);
  });
}

/** Sends text that is JSON already. */
export function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
  return reply.header("content-type", "application/json; charset=utf-8").serializer(asIs).send(json);
}

/** A JSON list of these items, each serialized by `serialize`. */
export async function serializeList<Item>(
  items: readonly Item[],
  serialize: (item: Item) => string,
  nextTurn: () => Promise<void> = createYield(),
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const item of items) {
    parts.push(Buffer.from(`${parts.length === 0 ? "" : ","}${serialize(item)}`));
    await nextTurn();
  }
  return Buffer.concat([Buffer.from("["), ...parts, Buffer.from("]")]);
}

function asIs<Payload>(payload: Payload): Payload {
  return payload;
}

type Schema = Record<string, unknown>;

type Members = readonly (readonly [string, Schema])[];

/** The schemas of the members of a response; undefined if it is not an object. */
function membersOf(responses: unknown, status: number): Members | undefined {
  const schema = isObject(responses) ? responses[status] : undefined;
  if (!isObject(schema) || !isObject(schema["properties"])) return undefined;
  return Object.entries(schema["properties"]).flatMap(([name, member]) =>
    isObject(member) ? [[name, member]] : [],
  );
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null;
}

function isLong(value: unknown): boolean {
  return Array.isArray(value) && value.length > 1;
}

async function serializeMembers(
  reply: FastifyReply,
  members: Members,
  payload: Readonly<Record<string, unknown>>,
): Promise<Buffer> {
  const nextTurn = createYield();
  const parts: Buffer[] = [];
  for (const [name, schema] of members) {
    const value = payload[name];
    if (value === undefined) continue;
    const { items } = schema;
    const before = Buffer.from(`${parts.length === 0 ? "" : ","}${JSON.stringify(name)}:`);
    const bytes =
      Array.isArray(value) && isObject(items)
        ? await serializeList(value, compileSerializer(reply, items), nextTurn)
        : Buffer.from(compileSerializer(reply, schema)(value));
    parts.push(before, bytes);
  }
  return Buffer.concat([Buffer.from("{"), ...parts, Buffer.from("}")]);
}

/** Fastify caches compiled serializers by schema. */
function compileSerializer(reply: FastifyReply, schema: Schema): (value: unknown) => string {
  const serialize = reply.compileSerializationSchema(schema);
  return (value) => (isObject(value) ? serialize(value) : JSON.stringify(value));
}
