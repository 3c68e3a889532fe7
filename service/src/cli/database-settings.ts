// The settings that say where the database is, and how to talk to it.

import { urlsOf } from "../database/hosts.ts";
import { UsageError } from "./failure.ts";

/** The setting that names the database. */
export const databaseUrl: { readonly name: string; readonly help: string } = {
  name: "DATABASE_URL",
  help: "Your own PostgreSQL (15 or later), as postgres://USER:PASSWORD@HOST/NAME, instead of the embedded one; of several hosts (HOST1,HOST2), the one that accepts writes",
};

/** The setting that names the mode of a pooler. */
export const pooler: { readonly name: string; readonly help: string } = {
  name: "DATABASE_POOLER",
  help: "`transaction` if DATABASE_URL leads to a pooler that lends connections for one transaction at a time, such as pgbouncer: statements get no names, and each transaction sets its limits",
};

/** The URL, or undefined for the embedded database. Throws a {@link UsageError}, which does not repeat the value: it may hold a password. */
export function databaseUrlOf(env: NodeJS.ProcessEnv): string | undefined {
  const text = env[databaseUrl.name];
  if (text === undefined) return undefined;
  const urls = urlsOf(text).map((url) => URL.parse(url));
  if (!urls.every((url) => /^postgres(?:ql)?:$/.test(url?.protocol ?? "")))
    throw new UsageError(
      `${databaseUrl.name} must be a URL such as postgres://user:password@host:5432/name, or …@host1:5432,host2:5432/name for a primary and its standby`,
    );
  const wanted = urls[0]?.searchParams.get("target_session_attrs") ?? "primary";
  if (wanted !== "primary" && wanted !== "read-write")
    throw new UsageError(
      `target_session_attrs in ${databaseUrl.name} must be read-write or primary: the service writes`,
    );
  return text;
}

/** Whether a pooler lends connections for one transaction at a time. Throws a {@link UsageError}. */
export function isPooled(env: NodeJS.ProcessEnv): boolean {
  const text = env[pooler.name];
  if (text === undefined || text === "transaction") return text !== undefined;
  throw new UsageError(`${pooler.name} must be \`transaction\`, not \`${text}\`; without a pooler, unset it`);
}
