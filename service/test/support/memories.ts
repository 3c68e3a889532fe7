// What tests of memories ask for.

import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { type Caller, callerWith, type Reply } from "./service.ts";

/** Writes a new memory, and returns its ID. */
export async function write(who: Caller, memory: object): Promise<string> {
  const { status, body } = await who.post("/v1/memories", memory);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.id;
}

/** A time that is about to come, though not before a slow machine has used what is forgotten at it; and the wait until it has passed. */
export function soon(): { readonly forget_after: string; readonly passed: () => Promise<void> } {
  const at = Date.now() + 2000;
  return {
    forget_after: new Date(at).toISOString(),
    passed: async () => await sleep(at - Date.now() + 50),
  };
}

/** A narrower key of a service at this address. */
export async function narrowed(url: string, maker: Caller, limits: object): Promise<Caller> {
  const { body } = await maker.post("/v1/keys", limits);
  return callerWith(url, { ...maker, key: body.key, keyId: body.id });
}

/** The path of a memory, or below it. */
export const pathOf = (id: string, more = ""): string => `/v1/memories/${id}${more}`;

/** Changes a memory. */
export const patch = async (
  who: Caller,
  id: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> => await who.call("PATCH", pathOf(id), { body, headers });

/** Brings back a memory, or a version of it. */
export const restore = async (who: Caller, id: string, body: object = {}): Promise<Reply> =>
  await who.post(pathOf(id, "/restore"), body);

/** The versions of a memory. */
export async function historyOf(who: Caller, id: string): Promise<readonly any[]> {
  const { status, body } = await who.get(pathOf(id, "/history"));
  expect([status, Object.keys(body)]).toEqual([200, ["versions", "request_id"]]);
  return body.versions;
}

/** A text for each version of a memory. */
export const changesOf = async (who: Caller, id: string): Promise<readonly string[]> =>
  (await historyOf(who, id)).map(({ version, change, content }) => `${version} ${change} ${content}`);

/** The contents of a list. */
export const contentsOf = async (who: Caller, query = ""): Promise<readonly string[]> =>
  (await who.get(`/v1/memories${query}`)).body.memories.map(({ content }: any) => content).toSorted();

/** The contents of the hits of a search, best first. */
export const foundBy = async (who: Caller, query: string): Promise<readonly string[]> => {
  const memory = { scopes: ["agent", "commons", "project"] };
  const { body } = await who.post("/v1/search", { query, memory, include: ["memories"] });
  return body.memories.map(({ content }: any) => content);
};

/** The memories that a search finds. */
export async function memoriesFound(who: Caller, body: object): Promise<readonly any[]> {
  const reply = await who.post("/v1/search", { include: ["memories"], ...body });
  expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
  return reply.body.memories;
}
