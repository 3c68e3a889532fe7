// Recognizes errors which mean that the database cannot be reached or cannot answer now.

/** System error codes while connecting or communicating. */
const systemCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
]);

/** Classes and codes of PostgreSQL: connections, resources, operator intervention, statement timeout, full disk, and no writes on a standby. */
const states = /^(?:08...|53...|57P0[1-5]|57014|25P03|25006)$/;

/** Messages of `pg` for errors that have no code. */
const messages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** Whether it may help to send the same request again later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return systemCodes.has(code) || states.test(code) || messages.test(error.message);
}
