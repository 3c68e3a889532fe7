// Reads the instant of --now.
import { show } from "../../text/show.ts";
import { Failure } from "../failure.ts";

/** Milliseconds since 1970 of an ISO 8601 instant. It must have an offset, because the machine's time zone is not part of CQL. */
export function readInstant(written: string): number {
  const [, local = "", fraction = "", offset = ""] = form.exec(written) ?? [];
  const inUtc = Date.parse(`${local}${seconds(local)}${fraction}Z`);
  const instant = Date.parse(`${local}${seconds(local)}${fraction}${offset}`);
  if (local !== "" && exists(inUtc, local) && !Number.isNaN(instant)) return instant;
  if (local !== "") throw new Failure(`--now: there is no instant ${show(written)}`);
  if (/^\d{4}-\d{2}-\d{2}$/u.test(written) && !exists(Date.parse(`${written}T00:00:00Z`), written)) {
    throw new Failure(`--now: there is no day ${show(written)}`);
  }
  throw new Failure(`--now must be an instant such as ${suggestion(written)}, not ${show(written)}`);
}

/** The platform turns 30 February into another day, and 24:00 into the next. */
function exists(inUtc: number, local: string): boolean {
  return !Number.isNaN(inUtc) && new Date(inUtc).toISOString().startsWith(local);
}

const form = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(\.\d{1,3})?(Z|[-+]\d{2}:\d{2})$/u;

/** `2026-11-20T12:00Z` leaves the seconds out. */
function seconds(local: string): string {
  return local.length === "2026-11-20T12:00".length ? ":00" : "";
}

/** What was written, completed, where that makes an instant. */
function suggestion(written: string): string {
  const completed = [`${written}T00:00:00Z`, `${written}Z`, `${written.replace(" ", "T")}Z`];
  return completed.find((each) => form.test(each)) ?? "2026-11-20T12:00:00Z";
}
