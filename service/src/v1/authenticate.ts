// From the header of a request to what its key may do.

import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Pool } from "pg";
import type { Buckets } from "../http/rate-limit.ts";
import type { Access } from "../keys/access.ts";
import { Problem } from "../problems/problem.ts";

/** Looks up the key of a request. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Access>;

/** A key that was revoked is refused after this time at the latest, on every server. */
const rememberMs = 500;
/** The maximum number of keys that are remembered. */
const remembered = 10_000;

const header = /^Bearer +(slice-[\w-]{43}) *$/i;

/** A key that was valid when it was last looked up, or is being looked up for the first time. */
interface Entry {
  readonly found: Promise<Access | undefined>;
  readonly until: number;
}

/**
 * Reads the key of a request and looks it up. Unknown, malformed, expired and revoked keys get the same answer, and each takes a token from
 * the bucket of its address. A key that was not valid lately takes the token before it is looked up, and gets it back if it turns out to be
 * valid: so guesses are refused before they cost the database anything, but keys in use at the same address are not.
 */
export function authenticator(pool: Pool, addresses: Buckets): Authenticate {
  const known = new Map<string, Entry>();
  const ask = (id: string, hash: Buffer): Entry => {
    const entry = { found: lookUp(pool, hash), until: performance.now() + rememberMs };
    const forget = async (): Promise<void> => {
      const access = await entry.found.catch(() => undefined);
      if (access === undefined && known.get(id) === entry) known.delete(id);
    };
    // Do not cache invalid keys, nor a momentary loss of the database.
    void forget();
    // Those that were used last stay.
    known.delete(id);
    const [oldest] = known.keys();
    if (known.size >= remembered && oldest !== undefined) known.delete(oldest);
    known.set(id, entry);
    return entry;
  };
  return async (request, reply) => {
    const key = header.exec(request.headers.authorization ?? "")?.[1] ?? "";
    // The key itself is nowhere but in the request.
    const hash = createHash("sha256").update(key).digest();
    const id = hash.toString("base64");
    const entry = known.get(id);
    if (entry === undefined) addresses.take(request.ip, reply);
    if (key === "") throw refusal();
    const { found } = entry !== undefined && entry.until >= performance.now() ? entry : ask(id, hash);
    let isRefused = false;
    try {
      const access = await found;
      if (access !== undefined) return access;
      isRefused = true;
    } finally {
      if (entry === undefined && !isRefused) addresses.giveBack(request.ip);
    }
    if (entry !== undefined) addresses.take(request.ip, reply);
    throw refusal();
  };
}

function refusal(): Problem {
  return new Problem("unauthenticated", { headers: { "www-authenticate": 'Bearer realm="slice-service"' } });
}

interface Row {
  readonly id: string;
  readonly organization_id: string;
  readonly project_id: string | null;
  readonly read_only: boolean;
}

const statement = `select id, organization_id, project_id, read_only from api_key
 where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`;

async function lookUp(pool: Pool, hash: Buffer): Promise<Access | undefined> {
  const { rows } = await pool.query<Row>({ name: "key", text: statement, values: [hash] });
  const [row] = rows;
  return (
    row && {
      keyId: row.id,
      organizationId: row.organization_id,
      projectId: row.project_id ?? undefined,
      isReadOnly: row.read_only,
    }
  );
}
