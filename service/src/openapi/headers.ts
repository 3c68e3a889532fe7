// The headers that clients send and read.

import type { HeaderObject, Parameter, Reference } from "./types.ts";

const text = { type: "string" } as const;

/** What answers have, by name. */
export const answerHeaders: Record<string, HeaderObject> = {
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
    description: "How many seconds to wait before retrying.",
    schema: { type: "integer", minimum: 0 },
  },
  "Idempotent-Replayed": {
    description: "`true` if this is the stored response to an earlier request with the same Idempotency-Key.",
    schema: { type: "string", enum: ["true"] },
  },
  Location: {
    description: "The path of what was created.",
    schema: { type: "string", format: "uri-reference" },
  },
  ETag: {
    description:
      "Changes with what it is about; send it back as If-None-Match, or with a change as If-Match, where these are listed.",
    schema: text,
  },
  "Cache-Control": { description: "How long the response may be cached.", schema: text },
  "WWW-Authenticate": { description: "How to authenticate: `Bearer`.", schema: text },
  Allow: { description: "The methods that the path supports.", schema: text },
};

/** A reference to one of them. */
export function headerReference(name: string): Reference {
  return { $ref: `#/components/headers/${name}` };
}

const optional = { in: "header", required: false };

/** Names the project if the key is an organization's. */
export const projectHeader: Parameter = {
  ...optional,
  name: "X-Service-Project",
  description: "The project, instead of `project_id`; a project key needs neither.",
  schema: text,
};

/** The header that makes it safe to send a request again. */
export const idempotencyHeader: Parameter = {
  ...optional,
  name: "Idempotency-Key",
  "x-extension": true,
  description:
    "Makes retries safe: within 24 hours the same key and body get the same response, and nothing is done twice.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: String.raw`^[\x21-\x7E]+$` },
};

/** The header that resumes a stream of events. */
export const lastEventIdHeader: Parameter = {
  ...optional,
  name: "Last-Event-ID",
  "x-extension": true,
  description: "The `id` of the last event that was seen; the stream goes on after it.",
  schema: { type: "string", pattern: String.raw`^\d{1,9}$` },
};

/** The header that saves sending an unchanged response. */
export const ifNoneMatchHeader: Parameter = {
  ...optional,
  name: "If-None-Match",
  "x-extension": true,
  description: "The ETag of an earlier response; while it is current, the response is 304 and empty.",
  schema: text,
};

/** The header that keeps a change from overwriting another. */
export const ifMatchHeader: Parameter = {
  ...optional,
  name: "If-Match",
  "x-extension": true,
  description:
    "The ETag of what is changed, as it was read: if it has changed since, nothing is written, and the response is 412.",
  schema: text,
};
