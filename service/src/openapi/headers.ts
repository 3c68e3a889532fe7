// The headers that clients send and read.

import type { HeaderObject, Parameter, Reference } from "./types.ts";

const text = { type: "string" };

/** What answers have, by name. */
export const answerHeaders: Readonly<Record<string, HeaderObject>> = {
  "X-Request-Id": {
    description: "The same as `request_id`; quote it when you report a problem.",
    schema: text,
  },
  RateLimit: {
    description:
      'How many requests this key may still send (`r`), and in how many seconds it may send the next one (`t`): `"key";r=599;t=0`. Without a valid key it is what this address may still try: `"address";r=599;t=0`.',
    schema: text,
  },
  "RateLimit-Policy": {
    description:
      'How many requests a key may send, or an address without a valid one, (`q`) in how many seconds (`w`): `"key";q=600;w=60`.',
    schema: text,
  },
  "Retry-After": {
    description: "After how many seconds to send the request again.",
    schema: { type: "integer", minimum: 0 },
  },
  "Idempotent-Replayed": {
    description: "`true` if this is the stored answer to an earlier request with the same Idempotency-Key.",
    schema: { type: "string", enum: ["true"] },
  },
  Location: {
    description: "The path of what was created.",
    schema: { type: "string", format: "uri-reference" },
  },
  ETag: { description: "Changes with the answer; send it back as If-None-Match.", schema: text },
  "Cache-Control": { description: "How long the answer may be kept.", schema: text },
  "WWW-Authenticate": { description: "How to authenticate: `Bearer`.", schema: text },
  Allow: { description: "The methods that the path takes.", schema: text },
};

/** A reference to one of them. */
export function headerReference(name: string): Reference {
  return { $ref: `#/components/headers/${name}` };
}

const optional = { in: "header", required: false };

/** The project, where the key is that of an organization. */
export const projectHeader: Parameter = {
  ...optional,
  name: "X-Service-Project",
  description: "The project, in place of `project_id`; the key of a project needs neither.",
  schema: text,
};

/** What makes it safe to send a request again. */
export const idempotencyHeader: Parameter = {
  ...optional,
  name: "Idempotency-Key",
  description:
    "Makes it safe to send the request again: within 24 hours the same key and body get the same answer, and nothing is done twice.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: String.raw`^[\x21-\x7E]+$` },
};

/** What saves an answer that has not changed. */
export const ifNoneMatchHeader: Parameter = {
  ...optional,
  name: "If-None-Match",
  description: "The ETag of an earlier answer; while it holds, the answer is 304 and empty.",
  schema: text,
};
