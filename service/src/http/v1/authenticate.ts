// Reads the key of a request and looks up what it may do.

import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Pool } from "pg";
import { limitPer } from "../../database/per-key-limit.ts";
import { named } from "../../database/pool.ts";
import type { Access } from "../../organizations/access.ts";
import { limitsOf, validKey } from "../../organizations/key.ts";
import type { Permission } from "../../values/permission.ts";
import { Problem } from "../../values/problem.ts";
import { networkOf } from "../address.ts";
import type { Buckets } from "../rate-limit.ts";

/** Looks up the key of a request. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Access>;

/** How long a valid key is cached, in milliseconds: a revoked key is refused after this time at the latest, on every server. */
const rememberMs = 500;
/** Maximum cached keys. */
const remembered = 10_000;
/** Maximum concurrent lookups of keys not in use, per address and in all, so that guesses leave connections to keys in use. */
const [maxOfAddress, maxInAll] = [2, 3];

/** Waiting requests need no limit of their own: each has a connection, and connections are limited. */
const forever = Number.POSITIVE_INFINITY;

const header = /^Bearer +(slice-[\w-]{43}) *$/i;

/** A cached lookup of a valid key, or the first lookup of a key in progress. */
interface Entry {
  readonly found: Promise<Access | undefined>;
  readonly until: number;
}

/**
 * Reads the key of a request and looks it up. Unknown, malformed, expired and revoked keys get the same response, and each takes a token from
 * the bucket of its address; a valid key never does, so it works whatever others at its address send. Lookups of keys that were not valid
 * recently are limited, and wait for each other.
 */
export function authenticator(pool: Pool, addresses: Buckets): Authenticate {
  const known = new Map<string, Entry>();
  const valid = new WeakSet<Entry>();
  const [ofAddress, inAll] = [limitPer("address", maxOfAddress), limitPer("address", maxInAll)];
  const inTurn = async (address: string, hash: Buffer): Promise<Access | undefined> => {
    const look = async () => await lookUp(pool, hash);
    return await ofAddress(address, async () => await inAll("", look, forever), forever);
  };
  const ask = (id: string, hash: Buffer, address: string): Entry => {
    const before = known.get(id);
    const isInUse = before !== undefined && valid.has(before);
    const found = isInUse ? lookUp(pool, hash) : inTurn(address, hash);
    const entry = { found, until: performance.now() + rememberMs };
    if (isInUse) valid.add(entry);
    const settle = async (): Promise<void> => {
      const access = await found.catch(() => undefined);
      if (access !== undefined) valid.add(entry);
      // Do not cache invalid keys, nor a momentary loss of the database.
      else if (known.get(id) === entry) known.delete(id);
    };
    void settle();
    // The least recently used come first.
    known.delete(id);
    const [oldest] = known.keys();
    if (known.size >= remembered && oldest !== undefined) known.delete(oldest);
    known.set(id, entry);
    return entry;
  };
  return async (request, reply) => {
    const key = header.exec(request.headers.authorization ?? "")?.[1] ?? "";
    // Only the hash is stored or logged.
    const hash = createHash("sha256").update(key).digest();
    const id = hash.toString("base64");
    const entry = known.get(id);
    const address = networkOf(request.ip);
    const isFresh = entry !== undefined && entry.until >= performance.now();
    const found = key === "" ? undefined : await (isFresh ? entry : ask(id, hash, address)).found;
    if (found !== undefined) return found;
    addresses.take(address, reply);
    throw refusal();
  };
}

function refusal(): Problem {
  return new Problem("unauthenticated", { headers: { "www-authenticate": 'Bearer realm="slice-service"' } });
}

interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly organization_id: string;
  readonly project_id: string | null;
  readonly permission: Permission;
  readonly ancestors: readonly string[];
  readonly slices: readonly string[];
  readonly subject_id: string | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
}

const statement = `select k.id, k.name, k.organization_id, k.project_id, k.permission, k.ancestors, k.slices, k.subject_id, k.created_at, k.expires_at
  from api_key k where k.hash = $1 and ${validKey}`;

async function lookUp(pool: Pool, hash: Buffer): Promise<Access | undefined> {
  const { rows } = await pool.query<Row>({ ...named(pool, "key"), text: statement, values: [hash] });
  const [row] = rows;
  return (
    row && {
      keyId: row.id,
      name: row.name,
      organizationId: row.organization_id,
      projectId: row.project_id ?? undefined,
      permission: row.permission,
      limits: limitsOf(row),
      ancestors: row.ancestors,
      createdAt: row.created_at,
      expiresAt: row.expires_at ?? undefined,
    }
  );
}
