// Bodies of many rows, as a JSON list or as lines of JSON. Each row is parsed and checked by itself, yielding to other requests in between.

import type { FastifyRequest, FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { type Check, checkOf, maxEntries } from "../values/check.ts";
import type { JsonValue } from "../values/json.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { tooLarge } from "../values/row-refusal.ts";
import { type JsonSource, parseInTurns } from "../values/strict-json.ts";
import { typeText } from "../values/type-text.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import type { App } from "./app.ts";
import { digest } from "./body.ts";
import { type RowBytes, splitItems, splitLines } from "./row-bytes.ts";
import { validatorCompiler } from "./validation.ts";

/** The limits of a body. */
export interface RowLimits {
  readonly maxRows: number;
  /** Maximum size of a row as it is stored, in characters of JSON. */
  readonly maxCharacters: number;
}

/** As JSON alone: it has to be there as a whole before its rows are found. */
export const maxJsonBytes: number = 4 << 20;
const maxLinesBytes = 32 << 20;
/** Maximum bytes that JSON takes for one character. */
const bytesOfCharacter = 6;
/** Maximum weight of all rows together: they are in memory at once, at some tens of bytes per value. */
const maxWeight = 2_000_000;

/** Makes the routes that are added to this server accept many rows: a JSON list, or `application/x-ndjson`. */
export function addRows(app: App, limits: RowLimits): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer", bodyLimit: maxJsonBytes },
    async (request: FastifyRequest, body: Buffer) => {
      await digest(request, body);
      const items = splitItems(body);
      return items === undefined
        ? (await parseInTurns(body, "body", createYield())).value
        : await parseRows(items, "item", limits);
    },
  );
  app.addContentTypeParser(
    "application/x-ndjson",
    { parseAs: "buffer", bodyLimit: maxLinesBytes },
    async (request: FastifyRequest, body: Buffer) => {
      await digest(request, body);
      return await parseRows(splitLines(body), "line", limits);
    },
  );
}

/** Parses rows one by one. Throws a {@link Problem}, or a `RowRefusal`, with pointers from their list. */
export async function parseRows(
  found: Iterable<RowBytes>,
  subject: JsonSource,
  { maxRows, maxCharacters }: RowLimits,
): Promise<readonly JsonValue[]> {
  const nextTurn = createYield();
  const rows: JsonValue[] = [];
  let weight = 0;
  for (const [bytes, number] of found) {
    await nextTurn();
    if (bytes.length > bytesOfCharacter * maxCharacters) throw tooLarge(rows.length, maxCharacters);
    const row = await parsed(bytes, subject, number, nextTurn);
    weight += row.weight;
    if (weight > maxWeight)
      throw new Problem("body_too_large", {
        detail: "The rows have too many values; send fewer rows at a time.",
      });
    rows.push(row.value);
    // Stop here: the schema will refuse this many rows.
    if (rows.length > maxRows) break;
  }
  return rows;
}

async function parsed(bytes: Buffer, subject: JsonSource, number: number, nextTurn: () => Promise<void>) {
  try {
    return await parseInTurns(bytes, subject, nextTurn);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const name = subject === "line" ? "Line" : "Item";
    const errors = error.options.errors?.map(({ pointer, message }) => ({
      pointer: `/${number - 1}${pointer}`,
      message,
    }));
    throw new Problem(error.code, {
      ...error.options,
      ...(subject === "item" && errors !== undefined && { errors }),
      detail: `${name} ${number}: ${error.message}`,
    });
  }
}

/** Checks each row of a list by itself, or the only one, and the other parts of a request as usual: a route option. */
export const rowByRow: FastifySchemaCompiler<TSchema> = (route) => {
  const list = route.httpPart === "body" ? listIn(route.schema) : undefined;
  if (list === undefined) return validatorCompiler(route);
  const [checkRows, checkRow] = [checkerOfRows(list), checkOf(list.items)];
  const takesOne = list !== route.schema;
  return awaitedCheck(async (body) => {
    if (!takesOne || Array.isArray(body)) return await checkRows(body);
    return isObject(body) ? checkRow(body) : [{ pointer: "", message: typeText(["object", "array"]) }];
  });
};

/** A schema of a list. */
export type ListSchema = TSchema & { readonly items: TSchema };

/** The list that a schema takes, alone or as a choice. */
function listIn(schema: TSchema): ListSchema | undefined {
  if (isList(schema)) return schema;
  const choices: readonly TSchema[] = "anyOf" in schema && Array.isArray(schema.anyOf) ? schema.anyOf : [];
  return choices.find(isList);
}

/** Whether a schema is of a list. */
export function isList(schema: TSchema): schema is ListSchema {
  return "items" in schema;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** Checks a list, and then each of its rows, yielding to other requests in between. */
export function checkerOfRows(schema: ListSchema): (rows: unknown) => Promise<readonly ProblemEntry[]> {
  const [checkList, checkRow] = [checkOf({ ...schema, items: {} }), checkOf(schema.items)];
  return async (rows) => {
    const errors = checkList(rows);
    return errors.length > 0 || !Array.isArray(rows) ? errors : await entriesIn(rows, checkRow);
  };
}

/** A validator of Fastify that takes its time. */
export function awaitedCheck(check: (body: unknown) => Promise<readonly ProblemEntry[]>) {
  const checkAll = async (body: unknown): Promise<boolean> => {
    const errors = await check(body);
    if (errors.length > 0) throw new Problem("invalid_request", { errors });
    return true;
  };
  return (body: unknown) => Object.assign(checkAll(body), awaited);
}

/** The brand by which Fastify's types mark a promise that it awaits. */
const awaited: { readonly __linterBrands: "SafePromiseLike" } = { __linterBrands: "SafePromiseLike" };

async function entriesIn(rows: readonly unknown[], check: Check): Promise<readonly ProblemEntry[]> {
  const nextTurn = createYield();
  const found: ProblemEntry[] = [];
  for (const [at, row] of rows.entries()) {
    await nextTurn();
    for (const { pointer, message } of check(row)) found.push({ pointer: `/${at}${pointer}`, message });
    if (found.length >= maxEntries) break;
  }
  return found.slice(0, maxEntries);
}
