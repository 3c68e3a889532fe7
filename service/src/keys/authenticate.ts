// From the header of a request to what its key may do.

import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Pool } from "pg";
import { Problem } from "../http/problem.ts";
import type { Access } from "./access.ts";

/** Looks keys up. */
export type Authenticate = (request: FastifyRequest) => Promise<Access>;

/** A key that was revoked is refused after this time at the latest, on every server. */
const rememberMs = 500;
/** So many keys are remembered at a time. */
const remembered = 10_000;

const header = /^Bearer +(slice-[\w-]{43}) *$/i;

/** Reads the key of a request and looks it up. Unknown, malformed, expired and revoked keys get the same answer. */
export function authenticator(pool: Pool): Authenticate {
  const known = new Map<string, { readonly found: Promise<Access | undefined>; readonly until: number }>();
  return async ({ headers }) => {
    const key = header.exec(headers.authorization ?? "")?.[1];
    if (key === undefined) throw refusal();
    // The key itself is nowhere but in the request.
    const hash = createHash("sha256").update(key).digest();
    const id = hash.toString("base64");
    const now = performance.now();
    let entry = known.get(id);
    if (entry === undefined || entry.until < now) {
      if (known.size >= remembered) known.clear();
      entry = { found: lookUp(pool, hash), until: now + rememberMs };
      known.set(id, entry);
      // A database that was away for a moment must not be remembered.
      entry.found.catch(() => known.delete(id));
    }
    const access = await entry.found;
    if (access === undefined) throw refusal();
    return access;
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
