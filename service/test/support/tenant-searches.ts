// Searches, and what is recalled, of every kind.

import type { Template } from "./tenant-templates.ts";
import type { Kind } from "./tenants.ts";

function searchesOf(include: readonly string[], more: Partial<Template>): readonly Template[] {
  const found = (of: (id: string, word: string) => object, about?: Kind): Template => {
    const body: Template["body"] = (id, word) => ({ ...of(id, word), include });
    return {
      method: "POST",
      path: () => "/v1/search",
      body,
      found: [200],
      isForLimited: true,
      ...(about && { about }),
      ...more,
    };
  };
  const recalled = (of: (id: string, word: string) => object, about?: Kind): Template => ({
    ...found((id, word) => ({ ...of(id, word), budget: { characters: 100_000 } }), about),
    path: () => "/v1/recall",
  });
  return [
    recalled((_, query) => ({ query })),
    recalled((slice_id, query) => ({ query, slice_id }), "slice"),
    found((_, query) => ({ query })),
    found((_, word) => ({ query: word.slice(0, 5), limit: 100 })),
    found((_, word) => ({ query: `${word.slice(0, 3)}${word.slice(4)}` })),
    found((_, word) => ({ query: `"${word}" -nothing`, cql: "" })),
    found((_, query) => ({ query, context: 5, prefer: "newest", explain: true })),
    found((_, query) => ({ query, context: 2, include_superseded: true, limit: 1 })),
    found(() => ({ query: "", context: 5, memory: { thread: "conversation" } })),
    found(() => ({ query: "secret", limit: 100 })),
    found(() => ({ query: "-nothing", limit: 100 })),
    found(() => ({ query: "", cql: "after:2000-01-01" })),
    found((_, word) => ({ query: word, cql: `shape:"${word}" source:"${word}"` })),
    found((slice_id, query) => ({ query, slice_id }), "slice"),
  ];
}

const others = ["entities", "memories", "relationships"];
export const searches: readonly Template[] = [
  ...searchesOf(others, {}),
  ...searchesOf(["documents", ...others], { isBeyond: "always" }),
];
