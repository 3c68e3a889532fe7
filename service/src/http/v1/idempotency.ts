// Idempotency: the response is stored in the same transaction as its effect, and replayed if the request is sent again.

import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Selectable, sql } from "kysely";
import { allSettledOrThrow } from "../../database/all-settled.ts";
import type { IdempotencyTable } from "../../database/tables.ts";
import type { Tenant, Transaction } from "../../database/transaction.ts";
import { Problem, problems } from "../../values/problem.ts";
import { sendJson } from "../serialize.ts";
import { tenantOf } from "./tenant.ts";

/** A response, without the ID of its request. */
export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
  /** If it must not be stored: the detail of the `key_shown_once` that a repeated request gets in its place. */
  readonly shownOnce?: string;
  /** If it must not be stored, as what it shows may be erased: the ID of that, which is read again for a repeated request. */
  readonly about?: string;
}

/** Reads again what a response has shown, by its ID. */
export type ReadAgain<Body> = (
  tx: Transaction,
  tenant: Tenant,
  id: string,
) => Promise<Pick<Answer<Body>, "body" | "headers">>;

/** Runs work in a transaction. */
export type Run = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>;

/** The members of every response body. */
export interface WithId {
  readonly request_id: string;
}

/** What the header may be. */
const keySyntax = /^[\x21-\x7e]{1,255}$/;

/**
 * Runs `work` in a transaction and returns its response. With an `Idempotency-Key` this happens once in 24 hours: the same request gets
 * the stored response; a different request with that key is refused, and so is one sent while the first is still running.
 */
export async function answerOnce<Body extends object>(
  run: Run,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Transaction) => Promise<Answer<Body>>,
  readAgain?: ReadAgain<Body>,
): Promise<(Body & WithId) | FastifyReply> {
  const key = keyOf(request);
  const tenant = tenantOf(request);
  const done = await run(async (tx) => {
    if (key === undefined) return { made: await work(tx) };
    // Serialized now, so that a replay sends the same bytes.
    const textOf = (status: number, body: object, id: string): string => {
      const serialized = reply.code(status).serialize({ ...body, request_id: id });
      if (typeof serialized !== "string") throw new TypeError("The serialized response must be a string.");
      return serialized;
    };
    const kept = await claim(tx, tenant, key, hashOf(request));
    if (kept?.about === null) return { kept };
    if (kept !== undefined) {
      if (readAgain === undefined) throw new TypeError("Nothing reads again what the response was about.");
      const { body, headers } = await readAgain(tx, tenant, kept.about);
      const id = kept.headers["x-request-id"] ?? request.id;
      return {
        kept: { ...kept, headers: { ...kept.headers, ...headers }, body: textOf(kept.status, body, id) },
      };
    }
    const { status, headers = {}, body, shownOnce, about = null } = await work(tx);
    const text = textOf(status, body, request.id);
    const response = {
      status,
      headers: { ...headers, "x-request-id": request.id },
      body: about === null ? text : null,
      about,
    };
    const stored =
      shownOnce === undefined
        ? response
        : { status: shownOnceStatus, headers: {}, body: shownOnce, about: null };
    await store(tx, tenant, key, stored);
    return { kept: { status, headers, body: text } };
  });
  if ("made" in done) {
    void reply.code(done.made.status).headers(done.made.headers ?? {});
    return { ...done.made.body, request_id: request.id };
  }
  const { status, headers, body } = done.kept;
  return sendJson(reply.code(status).headers(headers), body);
}

/** The status that is stored for a response which must not be; its body is the detail. */
const shownOnceStatus = problems.key_shown_once.status;

/** Whether a request is answered once. */
export function hasKey({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return headers["idempotency-key"] !== undefined;
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key === "string" && keySyntax.test(key)) return key;
  const message = "must be 1 to 255 visible ASCII characters";
  throw new Problem("invalid_request", { errors: [{ pointer: "/Idempotency-Key", message }] });
}

function hashOf(request: FastifyRequest): Buffer {
  const about = JSON.stringify([request.method, request.url, tenantOf(request).projectId]);
  return createHash("sha256")
    .update(about)
    .update(request.bodyHash ?? "")
    .digest();
}

/** An answer that is given again, its body as a text. */
type Replay = Required<Pick<Answer<string>, "body" | "headers" | "status">> & {
  readonly about: string | null;
};

/** An answer as it is stored: with its body as a text, or what that is about. */
type Stored = Omit<Replay, "body"> & { readonly body: string | null };

type Kept = Pick<Selectable<IdempotencyTable>, "request_hash" | "status" | "headers" | "body" | "about">;

/** The SQLSTATE `lock_not_available`. */
const stillLocked = "55P03";

/** Claims the key for this request, or returns the answer stored for it. */
async function claim(
  tx: Transaction,
  tenant: Tenant,
  key: string,
  hash: Buffer,
): Promise<Replay | undefined> {
  // Another request with this key locks its row until it ends.
  const [, claimed] = await allSettledOrThrow([
    tx.run("set local lock_timeout = '100ms'"),
    tx.first(claiming(tenant, key, hash)),
    tx.run("set local lock_timeout to default"),
  ]).catch((error: unknown) => {
    const isLocked = error instanceof Error && "code" in error && error.code === stillLocked;
    throw isLocked ? new Problem("idempotency_in_progress", { headers: { "retry-after": "1" } }) : error;
  });
  if (claimed !== undefined) return undefined;
  const row = await tx.first(
    sql<Kept>`select request_hash, status, headers, body, about from idempotency where ${ofKey(tenant, key)}`,
  );
  if (row === undefined || !row.request_hash.equals(hash)) throw new Problem("idempotency_key_reused");
  const { status, body } = row;
  if (status === shownOnceStatus)
    throw new Problem("key_shown_once", {
      ...(body !== null && { detail: body }),
      headers: { "idempotent-replayed": "true" },
    });
  const headers = { ...row.headers, "idempotent-replayed": "true" };
  return { status: status ?? 200, headers, body: body ?? "{}", about: row.about };
}

function ofKey({ organizationId, keyId }: Tenant, key: string) {
  return sql`organization_id = ${organizationId} and key_id = ${keyId} and key = ${key}`;
}

function claiming({ organizationId, keyId }: Tenant, key: string, hash: Buffer) {
  return sql<{
    readonly key: string;
  }>`insert into idempotency as kept (organization_id, key_id, key, request_hash, created_at)
    values (${organizationId}, ${keyId}, ${key}, ${hash}, now())
    on conflict (organization_id, key_id, key) do update set request_hash = excluded.request_hash, status = null, headers = null, body = null, about = null,
      created_at = excluded.created_at
    where excluded.created_at - kept.created_at > interval '24 hours' returning key`;
}

async function store(
  tx: Transaction,
  tenant: Tenant,
  key: string,
  { status, headers, body, about }: Stored,
): Promise<void> {
  await tx.all(sql`update idempotency set status = ${status}, headers = ${JSON.stringify(headers)}, body = ${body}, about = ${about}
    where ${ofKey(tenant, key)}`);
}
