// What it costs that a key is limited to a slice.

import { serve } from "./processes.ts";
import { send } from "./requests.ts";
import { atMost, medians, milliseconds, type Section } from "./section.ts";

/** About a tenth of the largest project, as in the section of slices. */
const cql = "type:Release shape:Libraries after:2010-01-01";

/** How much longer requests take with a key that is limited to a slice than with one that asks for the same slice. */
export const limited: Section = {
  id: "limited",
  title: "A key that is limited to a slice",
  how: `The same requests with two keys, in turn, in the largest project: one is limited to \`${cql}\`, the other is not, and names that slice
itself, so both see the same rows. With the limited key the service looks up the slice in each request, and PostgreSQL compares each row with it a second time, by
policies, before it is counted or shown. That shows where many rows are counted: the two counts are apart. The goal is about the worst of the others, which is the smallest: what is looked up
and planned anew counts for most there.`,
  measure: async (run) => {
    const { database, key } = await run.store(run.entities);
    const server = await serve([], { DATABASE_URL: database.url });
    const post = async (path: string, of: string, body: object) =>
      await send({ url: server.url + path, key: of, body });
    const get = async (path: string, of: string) =>
      await send({ url: server.url + path, key: of, method: "GET" });
    const narrow = String((await post("/v1/keys", key, { slice: cql }))["key"]);
    const sliceOf = async (of: string) => (await post("/v1/slices", of, { name: "libraries", cql }))["id"];
    const slices = new Map([
      [key, String(await sliceOf(key))],
      [narrow, String(await sliceOf(narrow))],
    ]);
    const search = (query: string) => async (of: string) =>
      await post("/v1/search", of, { query, include: ["entities"], cql });
    const page = async (of: string) => await get(`/v1/slices/${slices.get(of) ?? ""}/entities`, of);
    const found: unknown = (await page(narrow))["entities"];
    const [first]: readonly { readonly id?: unknown }[] = Array.isArray(found) ? found : [];
    const kinds: Readonly<Record<string, (of: string) => Promise<unknown>>> = {
      "an entity": async (of) => await get(`/v1/entities/${String(first?.id)}`, of),
      "a page of a slice": page,
      "a search": search("client"),
      "a search for a prefix": search("clie"),
      "a count": async (of) => await post("/v1/slices?dry_run=true", of, { name: "libraries", cql }),
      "a small count": async (of) =>
        await post("/v1/slices?dry_run=true", of, { name: "libraries", cql: `${cql} before:2012-01-01` }),
    };
    const rows = [];
    const ratios: number[] = [];
    for (const [kind, ask] of Object.entries(kinds)) {
      for (const each of [key, narrow]) await ask(each);
      const [whole = Number.NaN, cut = Number.NaN] = await medians(run.rounds(60), [
        async () => await milliseconds(async () => await ask(key)),
        async () => await milliseconds(async () => await ask(narrow)),
      ]);
      rows.push({ kind, "without, ms": whole, "with, ms": cut, "with over without, ×": cut / whole });
      if (!kind.endsWith("count")) ratios.push(cut / whole);
    }
    await server.stop();
    return {
      goals: [atMost("a request with a slice key / one without", 1.2, "×", Math.max(...ratios))],
      rows,
    };
  },
};
