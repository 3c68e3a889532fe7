// Searches of eight kinds, in a large store and in one of a tenth.

import { words } from "./corpus.ts";
import { serve } from "./processes.ts";
import { send } from "./requests.ts";
import { atMost, interleaved, median, milliseconds, quantile, type Run, type Section } from "./section.ts";

const sources =
  "source:vim source:libxml2 source:libarchive source:curl source:glibc source:avahi source:ncurses source:openssl source:openldap source:less";
const cql = `type:Release ${sources} after:2010-01-01`;

/** What is searched for, by kind. */
const kinds: readonly { readonly kind: string; readonly body: object }[] = [
  { kind: "rare word", body: { query: words.rare } },
  { kind: "common word", body: { query: words.common } },
  { kind: "typo", body: { query: "posgresql" } },
  { kind: "prefix", body: { query: "postgr" } },
  { kind: "two words, slice", body: { query: `segmentation ${words.common}`, cql } },
  { kind: "common word, slice", body: { query: words.common, cql } },
  { kind: "slice alone", body: { query: "", cql } },
  { kind: "word of old rows", body: { query: words.old } },
];

/** How long a search takes, and how that grows. */
export const search: Section = {
  id: "search",
  title: "Search",
  how: `\`POST /v1/search\` over HTTP with each kind of query in turn, 20 entities an answer, in the largest project (half of the entities) of two stores, each of 20 projects
of different size, one with a tenth of the entities. The rare word is in about one entity of 1100, the common one in every fourth; the word of old rows is in the oldest 4 % alone. The slice is a type, ten sources and a
date. What it costs: an index of words, a tsvector in each row, and a vocabulary; [search.md](search.md) has the bounds.
The goal for growth is about the worst kinds: one with less than 5000 hits in the small store has all of them ranked there, and grows until the bound is reached; one with a slice grows with
the rows that the index of the slice finds.`,
  measure: async (run) => {
    const large = await timesIn(run, run.entities);
    const small = await timesIn(run, run.entities / 10);
    const worst = (times: readonly Times[]): number => Math.max(...times.map(({ p95 }) => p95));
    const rows = large.map(({ kind, p50, p95 }, at) => {
      const tenth = small[at] ?? { p50: Number.NaN, p95: Number.NaN };
      const inTenth = { "p50 in a tenth, ms": tenth.p50, "p95 in a tenth, ms": tenth.p95 };
      return { kind, "p50, ms": p50, "p95, ms": p95, ...inTenth, "p95 over that, ×": p95 / tenth.p95 };
    });
    const rare = large.filter(({ kind }) => kind === "rare word");
    return {
      goals: [
        atMost("search, p95 of the worst kind", 150, "ms", worst(large)),
        atMost("search, p95 of a rare word", 30, "ms", worst(rare)),
        atMost("search, worst p95 over that in a store of a tenth", 3, "×", worst(large) / worst(small)),
      ],
      rows,
    };
  },
};

interface Times {
  readonly kind: string;
  readonly p50: number;
  readonly p95: number;
}

async function timesIn(run: Run, entities: number): Promise<readonly Times[]> {
  const { database, key } = await run.store(entities);
  const server = await serve([], { DATABASE_URL: database.url });
  const asks = kinds.map(({ body }) => {
    const ask = async () => await send({ url: `${server.url}/v1/search`, key, body });
    return async () => await milliseconds(ask);
  });
  // Plans are made and pages are read.
  await interleaved(run.rounds(10), asks);
  const times = await interleaved(run.rounds(60), asks);
  await server.stop();
  return kinds.map(({ kind }, at) => {
    const values = times[at] ?? [];
    return { kind, p50: median(values), p95: quantile(values, 0.95) };
  });
}
