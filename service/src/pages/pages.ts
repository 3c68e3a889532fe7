// The pages of the service.

import type { FastifyInstance } from "fastify";
import type { OpenapiDocument } from "../openapi/types.ts";
import { addConsole } from "./console.ts";
import { addDiagnostics } from "./diagnostics.ts";
import { addDocs } from "./docs.ts";
import { addErrors } from "./errors.ts";
import { addRoot } from "./root.ts";

/** Serves all of them. They need no key: what they show holds for everyone. */
export function addPages(app: FastifyInstance, document: () => OpenapiDocument): void {
  addDocs(app, document);
  addErrors(app);
  addDiagnostics(app);
  addConsole(app);
  addRoot(app);
}
