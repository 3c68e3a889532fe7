// A request on every path, with what is needed to send it and what it answers.

import type { Permission } from "../../src/values/permission.ts";
import { searches } from "./tenant-searches.ts";
import { ofWebhooks } from "./tenant-webhooks.ts";
import type { Kind } from "./tenants.ts";

/** Where a request names a project. */
export interface Naming {
  readonly query?: string;
  readonly body?: string;
  readonly header?: string;
}

/** A request about something. */
export interface Template {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST";
  /** What its `id` is the ID of; missing: it names nothing. */
  readonly about?: Kind;
  readonly path: (id: string) => string;
  /** A word of some project, which texts and queries have. */
  readonly body?: (id: string, word: string) => unknown;
  /** What a key must be allowed to do; to read, unless it is said. */
  readonly needs?: Permission;
  /** Whether one that may propose must have made what it names, which no such key here has. */
  readonly isForMaker?: boolean;
  /** What it answers about what is there. */
  readonly found: readonly number[];
  /** What it answers about what is not there, or is another's; 404 unless it is said. */
  readonly missing?: string;
  /** Whether the key of an organization need not name a project. */
  readonly isOfOrganization?: boolean;
  /** Whether the key of an organization gets what is of all its projects, whichever it names. */
  readonly showsOrganization?: boolean;
  /** Whether it is about all projects of an organization, and for no key of a single one. */
  readonly isForOrganization?: boolean;
  /** What it names must be of the project that asks, even if it may be seen. */
  readonly isOwnOnly?: boolean;
  /** Whether its answer ends only with what it is about. */
  readonly isStream?: boolean;
  /** Whether a key that is limited to a slice may send it. */
  readonly isForLimited?: boolean;
  /** Whether such a key is refused because what it writes lies beyond: always, or if it does not see what it names. */
  readonly isBeyond?: "always" | "unseen";
}

/** The same, which a limited key may send, too. */
const open = (template: Template): Template => ({ ...template, isForLimited: true });

const get = (path: (id: string) => string, about?: Kind): Template => ({
  method: "GET",
  path,
  found: [200],
  ...(about && { about }),
});
const post = (path: string, about: Kind, body: Template["body"] & object, missing: string): Template => ({
  method: "POST",
  about,
  path: () => path,
  body,
  needs: "write",
  missing,
  found: [200, 201],
});

const reads: readonly Template[] = [
  ...["catalog", "slices", "memories", "deltas", "stats"].map((list) => open(get(() => `/v1/${list}`))),
  ...["shapes", "sources", "loops"].map((list) => get(() => `/v1/${list}`)),
  ...["keys", "keys/current"].map((path) =>
    open({ ...get(() => `/v1/${path}`), isOfOrganization: true, showsOrganization: true }),
  ),
  ...["credits", "activity"].map((path) => ({ ...get(() => `/v1/${path}`), isOfOrganization: true })),
  { ...get(() => "/v1/projects"), isOfOrganization: true, isForOrganization: true },
  { ...get(() => "/v1/export"), needs: "write" },
  open(get(() => "/v1/entities")),
  open(get(() => "/v1/entities?cql=after:2000-01-01")),
  open(get((id) => `/v1/entities/${id}`, "entity")),
  open(get((id) => `/v1/entities/${id}/slices`, "entity")),
  open(get((id) => `/v1/slices/${id}`, "slice")),
  open(get((id) => `/v1/slices/${id}/entities`, "slice")),
  open(get((id) => `/v1/slices/${id}/changes`, "slice")),
  open({ ...get((id) => `/v1/slices/${id}/stream`, "slice"), isStream: true }),
  open(get(() => "/v1/changes")),
  open(get((id) => `/v1/memories/${id}`, "memory")),
  open(get((id) => `/v1/memories/${id}/history`, "memory")),
  open(get(() => "/v1/memories?superseded=true")),
  open(get(() => "/v1/memories?thread=conversation")),
  open(get((id) => `/v1/deltas/${id}`, "delta")),
  open(get((id) => `/v1/deltas/${id}/changes`, "delta")),
  get((id) => `/v1/loops/${id}`, "loop"),
  get((id) => `/v1/loops/${id}/events`, "loop"),
  { ...get((id) => `/v1/loops/${id}/stream`, "loop"), isStream: true },
  get((id) => `/v1/loops/${id}/checkpoints`, "loop"),
  get((id) => `/v1/sources/${id}/documents`, "source"),
  get((id) => `/v1/documents/${id}`, "document"),
];

const plurals = {
  entity: "entities",
  memory: "memories",
  relationship: "relationships",
  shape: "shapes",
  slice: "slices",
  source: "sources",
} as const;

const writes: readonly Template[] = [
  ...(["entity", "relationship", "slice", "memory"] as const).map((about) =>
    open({
      method: "DELETE",
      about,
      path: (id) => `/v1/${plurals[about]}/${id}`,
      needs: "write",
      found: [204],
      isOwnOnly: about === "memory",
    }),
  ),
  ...(["shape", "source"] as const).flatMap((about): Template[] => [
    {
      method: "PATCH",
      about,
      path: (id) => `/v1/${plurals[about]}/${id}`,
      body: () => ({}),
      needs: "write",
      found: [200],
    },
    // Entities name them.
    { method: "DELETE", about, path: (id) => `/v1/${plurals[about]}/${id}`, needs: "write", found: [409] },
  ]),
  {
    method: "PATCH",
    about: "entity",
    path: (id) => `/v1/entities/${id}`,
    body: () => ({ properties: { missing: null } }),
    needs: "write",
    found: [200],
    isForLimited: true,
    isBeyond: "unseen",
  },
  {
    method: "DELETE",
    about: "document",
    path: (id) => `/v1/documents/${id}`,
    needs: "write",
    found: [204],
  },
  {
    method: "DELETE",
    path: () => "/v1/memories?subject_id=nobody",
    needs: "write",
    found: [200],
    // It is for keys that are limited to an end user.
    isForLimited: true,
    isBeyond: "always",
  },
  {
    method: "PATCH",
    about: "memory",
    path: (id) => `/v1/memories/${id}`,
    body: (_, source_context) => ({ source_context }),
    needs: "propose",
    found: [200, 409],
    isForLimited: true,
    isOwnOnly: true,
  },
  {
    method: "POST",
    about: "memory",
    path: (id) => `/v1/memories/${id}/restore`,
    body: () => ({ version: 1 }),
    needs: "write",
    found: [200],
    isForLimited: true,
    isOwnOnly: true,
  },
  {
    method: "PATCH",
    about: "slice",
    path: (id) => `/v1/slices/${id}`,
    body: () => ({ promoted: true }),
    needs: "write",
    found: [200],
    isForLimited: true,
  },
  {
    method: "POST",
    path: () => "/v1/deltas",
    body: (_, word) => ({ entities: [{ type: word, name: word }] }),
    needs: "propose",
    found: [201],
    isForLimited: true,
    isBeyond: "always",
  },
  {
    ...post(
      "/v1/deltas",
      "shape",
      (shape_id, type) => ({ entities: [{ type, name: type, shape_id }] }),
      "unknown_shape",
    ),
    needs: "propose",
    isForLimited: true,
    isBeyond: "always",
  },
  {
    ...post(
      "/v1/deltas",
      "entity",
      (from, type) => ({ relationships: [{ type, from, to: from }] }),
      "invalid_request",
    ),
    needs: "propose",
    isForLimited: true,
    isBeyond: "unseen",
  },
  {
    ...post(
      "/v1/deltas",
      "document",
      (document_id, name) => ({ entities: [{ type: name, name, evidence: [{ document_id, quote: name }] }] }),
      "invalid_request",
    ),
    found: [201, 422],
    needs: "propose",
    isForLimited: true,
    isBeyond: "always",
  },
  ...["revert", "apply"].map(
    (verb): Template => ({
      method: "POST",
      about: "delta",
      path: (id) => `/v1/deltas/${id}/${verb}`,
      body: () => ({}),
      needs: "write",
      found: [200, 409],
      isForLimited: true,
    }),
  ),
  {
    method: "POST",
    about: "delta",
    path: (id) => `/v1/deltas/${id}/discard`,
    body: () => ({}),
    needs: "propose",
    isForMaker: true,
    found: [200, 409],
    isForLimited: true,
  },
  {
    method: "POST",
    about: "loop",
    path: (id) => `/v1/loops/${id}/cancel`,
    body: () => ({}),
    needs: "propose",
    isForMaker: true,
    found: [409],
  },
  {
    method: "POST",
    path: () => "/v1/loops",
    body: (_, goal) => ({ goal, dry_run: true }),
    found: [200],
  },
  {
    method: "POST",
    path: () => "/v1/loops",
    body: (_, subject) => ({ kind: "hydrate", context: { subject }, dry_run: true }),
    found: [200],
  },
  {
    method: "POST",
    about: "source",
    path: () => "/v1/loops",
    body: (id, goal) => ({ goal, context: { source_ids: [id] }, dry_run: true }),
    found: [200],
    missing: "unknown_source",
  },
  {
    method: "POST",
    about: "shape",
    path: () => "/v1/loops",
    body: (id, goal) => ({ goal, schema: { shape_ids: [id] }, dry_run: true }),
    found: [200],
    missing: "unknown_shape",
  },
  {
    method: "POST",
    about: "source",
    path: (id) => `/v1/sources/${id}/documents`,
    body: (_, text) => ({ text }),
    needs: "write",
    found: [201],
  },
  {
    method: "POST",
    path: () => "/v1/slices?dry_run=true",
    body: (_, word) => ({ name: word, cql: `shape:"${word}" source:${word}` }),
    found: [200],
    isForLimited: true,
  },
  {
    method: "POST",
    path: () => "/v1/slices?dry_run=true",
    body: () => ({ name: "all", cql: "" }),
    found: [200],
    isForLimited: true,
  },
  post("/v1/sources", "shape", (shape_id, name) => ({ name, shape_id }), "unknown_shape"),
  {
    ...post("/v1/memories", "shape", (shape_id, content) => ({ content, shape_id }), "unknown_shape"),
    needs: "propose",
    isForLimited: true,
  },
  {
    // Superseded by an earlier request, or of another scope, it is as unknown as another's.
    ...post(
      "/v1/memories",
      "memory",
      (id, content) => ({ content, supersedes: [id], apply: false }),
      "unknown_memory",
    ),
    needs: "propose",
    found: [201, 422],
    isForLimited: true,
    isOwnOnly: true,
  },
  {
    method: "POST",
    path: () => "/v1/memories",
    body: (_, content) => ({ content, scope: "commons" }),
    needs: "propose",
    found: [200, 201],
    isForLimited: true,
  },
  ...[
    post("/v1/entities", "shape", (shape_id, type) => [{ type, shape_id }], "unknown_shape"),
    post("/v1/entities", "shape", (source_shape_id, type) => [{ type, source_shape_id }], "unknown_shape"),
    post("/v1/entities", "source", (source_id, type) => [{ type, source_id }], "unknown_source"),
    post("/v1/graph", "shape", (shape_id, type) => ({ entities: [{ type, shape_id }] }), "unknown_shape"),
  ].map((template): Template => ({ ...open(template), isBeyond: "always" })),
  {
    ...post("/v1/relationships", "entity", (from, type) => [{ type, from, to: from }], "invalid_request"),
    isForLimited: true,
    isBeyond: "unseen",
  },
  {
    ...post(
      "/v1/graph",
      "entity",
      (from, type) => ({ relationships: [{ type, from, to: from }] }),
      "invalid_request",
    ),
    isForLimited: true,
    isBeyond: "unseen",
  },
  // Names that nothing has, near those of what is there.
  ...[
    { path: "/v1/entities", body: (word: string) => [{ type: word, shape: word }] },
    { path: "/v1/entities", body: (word: string) => [{ type: word, source: word, external_id: word }] },
    { path: "/v1/relationships", body: (word: string) => [linkOf(word)] },
    { path: "/v1/graph", body: (word: string) => ({ relationships: [linkOf(word)] }) },
  ].map(
    ({ path, body }): Template => ({
      method: "POST",
      path: () => path,
      body: (_, word) => body(word),
      needs: "write",
      // Sources may have been written with that name.
      found: [200, 422],
      isForLimited: true,
    }),
  ),
];

function linkOf(word: string): object {
  return { type: word, from: { type: word, name: word }, to: { external_id: word, source: word } };
}

/** All of them. */
export const templates: readonly Template[] = [...reads, ...searches, ...writes, ...ofWebhooks];
