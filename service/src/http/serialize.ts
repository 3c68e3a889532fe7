// How answers become texts. Long lists are serialized item by item, and others have their turns meanwhile: a page of 8 MiB takes longer than a
// request may wait.

import type { FastifyInstance, FastifyReply } from "fastify";
import { createYield } from "../values/yield-to-event-loop.ts";

/** Adds this to all routes whose answer is an object with lists. */
export function serializeInTurns(app: FastifyInstance): void {
  app.addHook("preSerialization", async (request, reply, payload) => {
    const members = membersOf(request.routeOptions.schema?.response, reply.statusCode);
    if (members === undefined || !isObject(payload) || !Object.values(payload).some(isLong)) return payload;
    reply.serializer(String);
    return await textOf(reply, members, payload);
  });
}

/** Sends what is a text of JSON already. */
export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.header("content-type", "application/json; charset=utf-8").serializer(String).send(text);
}

type Schema = Record<string, unknown>;

type Members = readonly (readonly [string, Schema])[];

/** The schemas of the members of an answer; undefined if it is not an object. */
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

async function textOf(
  reply: FastifyReply,
  members: Members,
  payload: Readonly<Record<string, unknown>>,
): Promise<string> {
  const nextTurn = createYield();
  const texts: string[] = [];
  for (const [name, schema] of members) {
    const value = payload[name];
    if (value === undefined) continue;
    const { items } = schema;
    const text =
      Array.isArray(value) && isObject(items)
        ? await listOf(reply, value, items, nextTurn)
        : serializerOf(reply, schema)(value);
    texts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${texts.join(",")}}`;
}

async function listOf(
  reply: FastifyReply,
  items: readonly unknown[],
  schema: Schema,
  nextTurn: () => Promise<void>,
): Promise<string> {
  const serialize = serializerOf(reply, schema);
  const texts: string[] = [];
  for (const item of items) {
    texts.push(serialize(item));
    await nextTurn();
  }
  return `[${texts.join(",")}]`;
}

/** Fastify keeps what it has compiled of a schema. */
function serializerOf(reply: FastifyReply, schema: Schema): (value: unknown) => string {
  const serialize = reply.compileSerializationSchema(schema);
  return (value) => (isObject(value) ? serialize(value) : JSON.stringify(value));
}
