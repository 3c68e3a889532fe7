// The names of operations: from method and path, where a route does not give its own.

import { singular } from "../values/singular.ts";

const verbs: Readonly<Record<string, string>> = {
  POST: "create",
  PATCH: "update",
  PUT: "put",
  DELETE: "delete",
};

/** `GET /v1/slices/:id/entities` is `listSliceEntities`, `POST /v1/deltas/:id/apply` is `applyDelta`. */
export function operationIdOf(method: string, url: string): string {
  const parts = url.split("/").filter((part) => part !== "" && part !== "v1");
  const words = parts.filter((part) => !part.startsWith(":"));
  const last = words.at(-1) ?? "";
  const parents = words.slice(0, -1).map((word) => capital(singular(word)));
  const isPlural = last.endsWith("s");
  if (method === "POST" && !isPlural) return [last, ...parents].join("");
  const isList = method === "GET" && isPlural && parts.at(-1) === last;
  const verb = verbs[method] ?? (isList ? "list" : "get");
  return [verb, ...parents, capital(isList ? last : singular(last))].join("");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
