// The groups of operations, in the order of the reference: what each is about.

import type { TagObject } from "./types.ts";

const rows: readonly TagObject[] = [
  {
    name: "slices",
    description: "Named scopes over the entities of a project, each defined by a query in CQL.",
  },
  { name: "loops", description: "Long jobs that read documents and stage what they find in a delta." },
  {
    name: "memories",
    description: "What an agent should remember: written at once, or staged in a delta for review.",
  },
  { name: "search", description: "Plain-text search over entities, memories, relationships and documents." },
  { name: "entities", description: "Typed things with a name, a source and properties." },
  { name: "relationships", description: "Typed connections from one entity to another." },
  { name: "catalog", description: "The names that queries may use, for clients that validate them offline." },
  { name: "shapes", description: "Schemas that entities follow." },
  { name: "sources", description: "Where entities come from, and the documents that loops read." },
  { name: "documents", description: "Texts of sources: read in parts, as evidence names them, and deleted." },
  {
    name: "deltas",
    description: "Staged changes, which take effect once a person or a program applies them.",
  },
  { name: "stats", description: "How much there is of everything, for a first page." },
  { name: "credits", description: "What loops may spend, and what they have spent." },
  { name: "keys", description: "Who may read, propose and write, and keys that may do less." },
  {
    name: "projects",
    description: "What everything that is stored belongs to, for keys of an organization.",
  },
  {
    name: "changes",
    description: "Every write of an entity, in the order of the commits, for who keeps a copy.",
  },
  {
    name: "webhooks",
    description: "What enters and leaves a slice, sent to a URL. Off unless the operator names hosts.",
  },
  { name: "activity", description: "What was done, and with which key." },
  { name: "export", description: "All of a project, to keep or to import elsewhere." },
  { name: "health", description: "For operators of the service. No key is needed." },
];

/** The tag of a path: what follows the version. */
export function tagOf(url: string): string {
  return /^\/v1\/([^/]+)/.exec(url)?.[1] ?? "health";
}

/** The tags that are used, in the order of the reference; those without a description come last. */
export function tagsOf(used: ReadonlySet<string>): readonly TagObject[] {
  const known = rows.filter(({ name }) => used.has(name));
  const others = [...used].filter((name) => !rows.some((row) => row.name === name));
  return [...known, ...others.map((name) => ({ name }))];
}
