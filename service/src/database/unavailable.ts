// Whether an error means that the database cannot be reached, or cannot answer now.

/** Errors of the system while connecting or talking. */
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

/** Classes and codes of PostgreSQL: connections, resources, an operator's hand, a statement that took too long, a disk that is full. */
const states = /^(?:08...|53...|57P0[1-5]|57014|25P03)$/;

/** Messages of `pg`, which have no code. */
const messages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** Whether to send the same request again later may help. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return systemCodes.has(code) || states.test(code) || messages.test(error.message);
}
