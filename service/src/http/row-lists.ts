// Bodies with several lists of rows: an object of JSON whose lists are taken apart by their bytes, as those of `rows.ts` are.

import type { FastifyRequest, FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { checkOf, maxEntries } from "../values/check.ts";
import { isJsonObject, type JsonValue, readJson } from "../values/json.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { parseInTurns } from "../values/strict-json.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import type { App } from "./app.ts";
import { digest } from "./body.ts";
import { inMember, moved, withPointers } from "./pointers.ts";
import { splitItems, splitLists } from "./row-bytes.ts";
import {
  awaitedCheck,
  checkerOfRows,
  isList,
  type ListSchema,
  maxJsonBytes,
  parseRows,
  type RowLimits,
} from "./rows.ts";
import { validatorCompiler } from "./validation.ts";

/** Makes the routes that are added to this server accept many rows in several lists; each list has the limits of one. */
export function addListsOfRows(app: App, limits: RowLimits): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer", bodyLimit: maxJsonBytes },
    async (request: FastifyRequest, body: Buffer) => {
      await digest(request, body);
      const { rest, lists } = splitLists(body);
      // Without its lists it is small.
      const { value } = await parseInTurns(rest, "body", createYield());
      if (!isJsonObject(value)) return value;
      const whole: Record<string, JsonValue> = { ...value };
      for (const [name, bytes] of lists) {
        const member = readJson(name.toString());
        if (typeof member === "string") whole[member] = await parseMember(member, bytes, limits);
      }
      return whole;
    },
  );
}

async function parseMember(name: string, bytes: Buffer, limits: RowLimits): Promise<readonly JsonValue[]> {
  const items = splitItems(bytes) ?? [];
  try {
    return await withPointers(inMember(name), async () => await parseRows(items, "item", limits));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { detail } = error.options;
    throw new Problem(error.code, {
      ...error.options,
      ...(detail !== undefined && { detail: `In \`${name}\`: ${detail}` }),
    });
  }
}

/** Checks each row of each list by itself: a route option. */
export const listByList: FastifySchemaCompiler<TSchema> = (route) => {
  const { schema, httpPart } = route;
  if (httpPart !== "body" || !hasMembers(schema)) return validatorCompiler(route);
  const lists = Object.entries(schema.properties).filter((entry): entry is [string, ListSchema] =>
    isList(entry[1]),
  );
  const open = Object.fromEntries(lists.map(([name, list]) => [name, { ...list, items: {} }]));
  const checkRest = checkOf({ ...schema, properties: { ...schema.properties, ...open } });
  const checks = lists.map(([name, list]) => [name, checkerOfRows(list)] as const);
  return awaitedCheck(async (body) => {
    const errors: ProblemEntry[] = [...checkRest(body)];
    if (errors.length > 0) return errors;
    const members = isMembers(body) ? body : {};
    for (const [name, check] of checks)
      if (Object.hasOwn(members, name)) errors.push(...moved(await check(members[name]), inMember(name)));
    return errors.slice(0, maxEntries);
  });
};

function hasMembers(
  schema: TSchema,
): schema is TSchema & { readonly properties: Readonly<Record<string, TSchema>> } {
  return "properties" in schema;
}

function isMembers(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null;
}
