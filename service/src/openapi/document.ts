// The OpenAPI document: from the schemas that check requests and write answers.

import type { FastifyInstance } from "fastify";
import manifest from "../../package.json" with { type: "json" };
import { collectSchemas } from "./components.ts";
import { answerHeaders } from "./headers.ts";
import { operationOf } from "./operation.ts";
import { problemResponses } from "./responses.ts";
import { type Route, routeOf } from "./route.ts";
import { tagOf, tagsOf } from "./tags.ts";
import type { OpenapiDocument, PathItem } from "./types.ts";

/** Collects the routes that are added after this call. The function it returns creates the document, once all exist. */
export function collectRoutes(app: FastifyInstance): () => OpenapiDocument {
  const routes: Route[] = [];
  app.addHook("onRoute", (options) => {
    // Fastify answers HEAD wherever it answers GET.
    if (options.schema?.hide !== true && options.method !== "HEAD") routes.push(routeOf(options));
  });
  let document: OpenapiDocument | undefined;
  return () => (document ??= documentOf(routes));
}

/** Serves the document. */
export function addOpenapi(app: FastifyInstance, document: () => OpenapiDocument): void {
  let text: string | undefined;
  app.get("/openapi.json", { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(document());
    void reply.headers({ "cache-control": "no-cache", "x-content-type-options": "nosniff" });
    return await reply.type("application/json").send(text);
  });
}

const description = `Slices, loops, memories and search over a store of typed entities.

Send \`Authorization: Bearer <key>\`. A key of a project names the project by itself; with a key of an organization, name it as \`project_id\` in the query or the body, or in the header \`X-Service-Project\`.

Every answer has a \`request_id\`. Every error is a problem (RFC 9457), with a \`code\` that programs can branch on; \`/errors\` explains each. What carries \`x-extension\` is an addition to the specification.`;

function documentOf(routes: readonly Route[]): OpenapiDocument {
  const components = collectSchemas();
  const tags = tagsOf(new Set(routes.map(({ url }) => tagOf(url))));
  const placeOf = ({ url }: Route): number => tags.findIndex(({ name }) => name === tagOf(url));
  const paths: Record<string, PathItem> = {};
  for (const route of routes.toSorted((a, b) => placeOf(a) - placeOf(b)))
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operationOf(route, components),
    };
  return {
    openapi: "3.1.0",
    info: { title: "Slice service", version: manifest.version, description },
    servers: [{ url: "/", description: "The server that this document comes from." }],
    security: [{ key: [] }],
    tags,
    paths,
    components: {
      responses: problemResponses(components),
      schemas: components.all(),
      headers: answerHeaders,
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "A key: `slice-` and 43 characters." },
      },
    },
  };
}
