// The OpenAPI document of the service, as the clients see it.

import { createPools } from "../../../service/src/database/open.ts";
import { createServer } from "../../../service/src/http/server.ts";
import type { OpenapiDocument, Operation, PathItem, Schema } from "../../../service/src/openapi/types.ts";
import { serviceRoutes } from "../../../service/src/service.ts";
import { leftOut, methods } from "./methods.ts";

/** The document, from a service that is started for it. No database is opened: the document is made from the routes alone. */
export async function readDocument(): Promise<OpenapiDocument> {
  const { pool, system, close } = createPools({ url: "postgres://localhost/none" }, {});
  const routes = serviceRoutes({
    database: { pool, system, roles: undefined },
    rateLimitPerMinute: 600,
    loops: { piecesPerIteration: 1, workerSilenceMs: 1000 },
  });
  const app = await createServer({ logLevel: "silent", log: { write: () => undefined }, routes });
  try {
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    const response = await fetch(`${url}/openapi.json`, { headers: { connection: "close" } });
    return await response.json();
  } finally {
    await app.close();
    await close();
  }
}

/** A method of a client. */
export interface Method {
  /** Its resource; undefined for a method of the client itself. */
  readonly resource: string | undefined;
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  /** The names in the path, in their order. */
  readonly ids: readonly string[];
  readonly operation: Operation;
  readonly body: "none" | "optional" | "required";
  /** Whether the query has a member that must be given. */
  readonly needsQuery: boolean;
  /** How it is sent again: always, with a key, or never. */
  readonly repeated: "always" | "with a key" | "never";
  /** The list in each page of its answer, if it has pages. */
  readonly list: string | undefined;
  readonly hasAnswer: boolean;
}

/** The methods of all operations, in the order of the document. Throws an error for an operation without a name. */
export function methodsOf(document: OpenapiDocument): readonly Method[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { operationId }]) => !leftOut.has(operationId))
      .map(([verb, operation]) => methodOf(document, { path, verb, operation })),
  );
}

interface Place {
  readonly path: string;
  readonly verb: string;
  readonly operation: Operation;
}

function methodOf(document: OpenapiDocument, { path, verb, operation }: Place): Method {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const place = methods[operationId];
  if (place === undefined) throw new Error(`Name the operation ${operationId} in scripts/methods.ts.`);
  const [name = "", resource] = place.split(".").toReversed();
  const takesKey = parameters.some((parameter) => parameter.name === "Idempotency-Key");
  // What is asked with POST writes nothing.
  const isRead = verb === "get" || ["recall", "search"].includes(operationId);
  return {
    resource,
    name,
    verb: verb.toUpperCase(),
    path,
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, id = ""]) => id),
    operation,
    body: requestBody === undefined ? "none" : requestBody.required ? "required" : "optional",
    needsQuery: parameters.some((parameter) => parameter.in === "query" && parameter.required),
    repeated: isRead ? "always" : takesKey ? "with a key" : "never",
    list: listOf(document, operation),
    hasAnswer: responses["204"] === undefined,
  };
}

/** The schema of an answer in JSON, wherever the document has it. */
export function answerOf({ components }: OpenapiDocument, { responses }: Operation): Schema | undefined {
  const response = responses["200"] ?? responses["201"];
  const schema =
    response !== undefined && "content" in response
      ? response.content?.["application/json"]?.schema
      : undefined;
  const name = schema?.$ref?.split("/").at(-1);
  return name === undefined ? schema : components.schemas[name];
}

function listOf(document: OpenapiDocument, operation: Operation): string | undefined {
  const { properties = {} } = answerOf(document, operation) ?? {};
  // What has more later goes on for ever: its caller says when to ask again.
  if (properties["next_cursor"] === undefined || properties["has_more"] !== undefined) return undefined;
  return Object.entries(properties).find(([, { type }]) => type === "array")?.[0];
}

/** The document without what a client sees to by itself: problems, the project, and what is left out. */
export function forClients(document: OpenapiDocument): OpenapiDocument {
  const paths = Object.entries(document.paths).map(([path, item]): [string, PathItem] => {
    const operations = Object.entries(item)
      .filter(([, { operationId }]) => !leftOut.has(operationId) || operationId === "exportProject")
      .map(([verb, operation]): [string, Operation] => [verb, withoutMachine(operation)]);
    return [path, Object.fromEntries(operations)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

const seenTo: ReadonlySet<string> = new Set(["project_id", "X-Service-Project", "If-None-Match"]);

function withoutMachine(operation: Operation): Operation {
  const parameters = (operation.parameters ?? []).filter(({ name }) => !seenTo.has(name));
  const responses = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  return { ...operation, parameters, responses: Object.fromEntries(responses) };
}
