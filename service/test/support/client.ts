// The client of applications, for tests that speak to a service as one.

import { type Client, createClient } from "slice-cql-client";
import type { Caller, TestService } from "./service.ts";

/** A service, seen with the key of a caller. */
export function clientOf({ url }: Pick<TestService, "url">, { key }: Pick<Caller, "key">): Client {
  return createClient({ baseUrl: url, key });
}

/** All items of a list or a stream. */
export async function allOf<Item>(list: AsyncIterable<Item>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}
