// Searches of memories: by words, in threads, and as one text for a prompt.

import { entities, words } from "./corpus.ts";
import { serve } from "./processes.ts";
import { send } from "./requests.ts";
import { atMost, interleaved, median, milliseconds, quantile, type Section } from "./section.ts";
import { addProject, type Project } from "./store.ts";

/** Memories that are written at once, and memories of a thread. */
const [atOnce, ofThread] = [100, 20];

const include = ["memories"];
/** What is asked, by kind. */
const kinds: readonly { readonly kind: string; readonly path: string; readonly body: object }[] = [
  { kind: "rare word", path: "/v1/search", body: { query: words.rare, include } },
  { kind: "common word", path: "/v1/search", body: { query: words.common, include } },
  {
    kind: "question",
    path: "/v1/search",
    body: { query: `Which ${words.common} fixes the segmentation fault?`, include },
  },
  {
    kind: "text for a prompt",
    path: "/v1/recall",
    body: { query: `Which ${words.common} fixes it?`, include, budget: { characters: 4000 } },
  },
];

/** How long searches of memories take, and what threads add. */
export const memorySearch: Section = {
  id: "memory-search",
  title: "Search of memories",
  how: `\`POST /v1/search\` and \`POST /v1/recall\` over HTTP, in turn in two projects with the same memories, a tenth as many as the large store has entities: in one they have no threads, in the
other they are in threads of ${ofThread}, whose neighbors count and are looked up for each hit.`,
  measure: async (run) => {
    const database = await run.postgres.create();
    const projects = [await addProject(database), await addProject(database)] as const;
    const server = await serve([], { DATABASE_URL: database.url });
    for (const [at, { key }] of projects.entries())
      await remember(server.url, key, Math.ceil(run.entities / 10), at === 1);
    await database.pool.query("vacuum analyze");
    const asks = kinds.flatMap(({ path, body }) =>
      projects.map(({ key }: Project) => async () => {
        return await milliseconds(async () => await send({ url: server.url + path, key, body }));
      }),
    );
    // Plans are made and pages are read.
    await interleaved(run.rounds(10), asks);
    const times = await interleaved(run.rounds(60), asks);
    await server.stop();
    const rows = kinds.map(({ kind }, at) => {
      const [without = [], within = []] = [times[2 * at], times[2 * at + 1]];
      const ratio = median(within) / median(without);
      return {
        kind,
        "p50, ms": median(without),
        "p95, ms": quantile(without, 0.95),
        "p50 in threads, ms": median(within),
        "p95 in threads, ms": quantile(within, 0.95),
        "p50 over that without, ×": ratio,
      };
    });
    const over = median(rows.map((row) => row["p50 over that without, ×"]));
    return { goals: [atMost("search of memories in threads over that without", 1.2, "×", over)], rows };
  },
};

async function remember(url: string, key: string, count: number, isThreaded: boolean): Promise<void> {
  const lines = [...entities(0, count)];
  for (let first = 0; first < count; first += atOnce) {
    const memories = lines.slice(first, first + atOnce).map(({ name: content }, at) => {
      return isThreaded ? { content, thread: `thread ${Math.floor((first + at) / ofThread)}` } : { content };
    });
    await send({ url: `${url}/v1/memories`, key, body: { memories } });
  }
}
