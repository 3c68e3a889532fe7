// Requests as lines of `curl` that can be pasted into a shell.

import type { Operation } from "../openapi/types.ts";

const someId = "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081";

/** An operation with its example, for a shell that has BASE_URL and API_KEY. */
export function curlOf(method: string, path: string, operation: Operation): string {
  const { security, requestBody, parameters = [] } = operation;
  const type = "application/json";
  const body = requestBody?.required === true ? requestBody.content[type]?.example : undefined;
  const isCreating = parameters.some(({ name }) => name === "Idempotency-Key");
  const lines = [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}"$BASE_URL${path.replaceAll(/\{(\w+)\}/g, () => someId)}"`,
    ...(security?.length === 0 ? [] : ['-H "Authorization: Bearer $API_KEY"']),
    ...(isCreating ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : [`-H "Content-Type: ${type}"`, `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ];
  return lines.join(" \\\n  ");
}

/** Quoted for a shell: nothing in it is expanded. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
