// Resources: the catalog, slices, entities and deltas, by address; and their completion.

import {
  type CompleteRequest,
  type CompleteResult,
  type McpServer,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { isUuid } from "../values/uuid.ts";
import { ask, type Call, pathWith } from "./call.ts";
import { completeScope } from "./complete-scope.ts";
import type { Names } from "./names.ts";
import { answering, reading } from "./protocol-errors.ts";
import { quoted } from "./quoted.ts";
import { slicesNamed } from "./tools/within.ts";

/** What resources are read with. */
interface Readable {
  readonly call: Call;
  readonly names: Names;
  readonly report: (error: unknown) => void;
}

const mimeType = "application/json";

const catalog = {
  uri: "slice://catalog",
  name: "catalog",
  description: "The types, shapes and sources that scopes can name",
  mimeType,
};

/** The templates, and the paths that they are read from. */
const templates = [
  { kind: "slices", description: "A stored slice, by ID or by name: what it has now" },
  { kind: "entities", description: "An entity with its relationships and its provenance" },
  { kind: "deltas", description: "Changes that are reviewed together" },
] as const;

type Kind = (typeof templates)[number]["kind"];

/** Adds the resources. */
export function addResources({ server }: Pick<McpServer, "server">, readable: Readable): void {
  server.setRequestHandler("resources/list", () => ({ resources: [catalog] }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: templates.map(({ kind, description }) => ({
      uriTemplate: `slice://${kind}/{id}`,
      name: kind,
      description,
      mimeType,
    })),
  }));
  server.setRequestHandler(
    "resources/read",
    async ({ params: { uri } }) => await answering(readable, async () => await read(uri, readable)),
  );
}

const address = /^slice:\/\/(?<kind>catalog|slices|entities|deltas)(?:\/(?<id>[^/?#]+))?$/;

async function read(uri: string, { call }: Readable): Promise<ReadResourceResult> {
  const { kind = "", id } = address.exec(uri)?.groups ?? {};
  const path = kind === "catalog" && id === undefined ? "/v1/catalog" : await pathOf(call, kind, decoded(id));
  if (path === undefined) throw new ResourceNotFoundError(uri);
  const body = await reading(uri, async () => await ask<object>(call, ["GET", path]));
  return { contents: [{ uri, mimeType, text: quoted(body) }] };
}

/** The path of a resource; undefined if it has no such ID, and for slices no such name. */
async function pathOf(call: Call, kind: string, id: string | undefined): Promise<string | undefined> {
  if (id === undefined || kind === "catalog") return undefined;
  if (isUuid(id)) return `/v1/${kind}/${id}`;
  const [slice] = kind === "slices" ? await slicesNamed(call, id) : [];
  return slice === undefined ? undefined : `/v1/slices/${slice.id}`;
}

/** The path of the stream that says when a resource changes; undefined for one that has none, or is not there. */
export async function streamOf(call: Call, uri: string): Promise<string | undefined> {
  const { kind = "", id } = address.exec(uri)?.groups ?? {};
  const path = kind === "slices" ? await pathOf(call, kind, decoded(id)) : undefined;
  return path === undefined ? undefined : `${path}/stream`;
}

function decoded(id: string | undefined): string | undefined {
  try {
    return id === undefined ? undefined : decodeURIComponent(id);
  } catch {
    return undefined;
  }
}

/** Maximum values that a completion may have. */
const maxValues = 100;

/** Adds the completion of arguments: slices by name, and names in scopes. */
export function addCompletion({ server }: Pick<McpServer, "server">, readable: Readable): void {
  server.setRequestHandler(
    "completion/complete",
    async ({ params: { ref, argument } }) =>
      await answering(readable, async () => completion(await valuesOf(readable, ref, argument))),
  );
}

type Completed = CompleteRequest["params"];

async function valuesOf(
  { call, names }: Readable,
  ref: Completed["ref"],
  { name, value }: Completed["argument"],
): Promise<readonly string[]> {
  if (ref.type === "ref/resource" && ref.uri === `slice://${"slices" satisfies Kind}/{id}`)
    return await sliceNames(call, value);
  const isScope = ref.type === "ref/prompt" && ref.name === "recall" && name === "within";
  return isScope ? await completeScope(names, value) : [];
}

function completion(values: readonly string[]): CompleteResult {
  return {
    completion: {
      values: values.slice(0, maxValues),
      total: values.length,
      hasMore: values.length > maxValues,
    },
  };
}

interface Slices {
  readonly slices: readonly { readonly id: string; readonly name: string }[];
}

/** The names of slices that begin so; an ID in place of a name that several have, or that cannot be a part of an address. */
async function sliceNames(call: Call, start: string): Promise<readonly string[]> {
  const { slices } = await ask<Slices>(call, ["GET", pathWith("/v1/slices", { limit: 200 })]);
  const counts = new Map<string, number>();
  for (const { name } of slices) counts.set(name, (counts.get(name) ?? 0) + 1);
  const wanted = start.toLowerCase();
  return slices
    .filter(({ name }) => name.toLowerCase().startsWith(wanted))
    .map(({ id, name }) => (counts.get(name) === 1 && /^[^/?#%]+$/.test(name) ? name : id));
}
