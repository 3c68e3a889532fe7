// The client: a service, seen with one key.

import { Loops } from "./events.ts";
import {
  Activity,
  Catalog,
  Changes,
  Credits,
  Deltas,
  Documents,
  Entities,
  Graph,
  Keys,
  Memories,
  Projects,
  Relationships,
  Service,
  Shapes,
  Sources,
  Webhooks,
} from "./generated/resources.ts";
import type { ExportProjectData } from "./generated/types.ts";
import { linesOf, valueOf } from "./lines.ts";
import { ConnectionError } from "./problem.ts";
import { type CallOptions, Calls, type Options } from "./resource.ts";
import { type Scope, Scopes } from "./scope.ts";
import { Slices } from "./slices.ts";
import { type ClientOptions, Transport } from "./transport.ts";

/** A service, seen with one key: a member for each resource of the API, and what concerns all of them. */
export class Client extends Service {
  readonly slices: Slices;
  readonly loops: Loops;
  readonly memories: Memories;
  readonly entities: Entities;
  readonly relationships: Relationships;
  readonly graph: Graph;
  readonly catalog: Catalog;
  readonly shapes: Shapes;
  readonly sources: Sources;
  readonly documents: Documents;
  readonly deltas: Deltas;
  readonly credits: Credits;
  readonly keys: Keys;
  readonly projects: Projects;
  readonly activity: Activity;
  readonly changes: Changes;
  readonly webhooks: Webhooks;
  readonly #scopes: Scopes;
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    const calls = new Calls(transport);
    super(calls);
    this.#transport = transport;
    this.slices = new Slices(transport);
    this.loops = new Loops(transport);
    this.memories = new Memories(calls);
    this.entities = new Entities(calls);
    this.relationships = new Relationships(calls);
    this.graph = new Graph(calls);
    this.catalog = new Catalog(calls);
    this.shapes = new Shapes(calls);
    this.sources = new Sources(calls);
    this.documents = new Documents(calls);
    this.deltas = new Deltas(calls);
    this.credits = new Credits(calls);
    this.keys = new Keys(calls);
    this.projects = new Projects(calls);
    this.activity = new Activity(calls);
    this.changes = new Changes(calls);
    this.webhooks = new Webhooks(calls);
    this.#scopes = new Scopes(transport);
  }

  /**
   * Check a query before it is sent: offline, with the names of the project, which are asked for again only when they have changed. Needs the
   * package `slice-cql`.
   *
   * @example
   * ```ts
   * const { diagnostics } = await service.scope("type:Persn");
   * diagnostics[0]?.fixes?.[0]?.title;
   * ```
   */
  async scope(cql: string, { signal }: CallOptions = {}): Promise<Scope> {
    return await this.#scopes.check(cql, signal);
  }

  /**
   * Export all of a project: the lines of `GET /v1/export`, each as its value. Throws a `ConnectionError` if the export breaks off; it
   * can go on with `from`.
   */
  async *export({
    signal,
    ...query
  }: Options<ExportProjectData> = {}): AsyncGenerator<Readonly<Record<string, unknown>>, void, undefined> {
    const ask = { method: "GET", path: "/v1/export", query, isRepeatable: true, signal };
    const response = await this.#transport.send(ask, async (answer) => await Promise.resolve(answer));
    let last: unknown;
    for await (const line of linesOf(response)) {
      // Each line is an object.
      const row = valueOf(line) as Readonly<Record<string, unknown>>;
      last = row["kind"];
      yield row;
      signal?.throwIfAborted();
    }
    if (last !== "end") throw new ConnectionError("The export is incomplete: its last line is missing.");
  }
}

/**
 * Creates a client. Nothing is sent yet. Throws a TypeError if `baseUrl` is not the address of a service.
 *
 * @example
 * ```ts
 * const service = createClient({ baseUrl: "https://slice.example.com", key });
 * await service.memories.write({ content: "Ada prefers tea.", subject_id: "ada" });
 * ```
 */
export function createClient(options: ClientOptions): Client {
  return new Client(options);
}
