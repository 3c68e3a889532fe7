// The result of one check of the doctor.

/** `error` means that the service cannot serve; `warning` that it can, but not as well as it should. */
export type CheckStatus = "ok" | "warning" | "error";

/** One checked item. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  /** The finding, and what to do about it. */
  readonly detail: string;
}

/** A check that passed. */
export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail };
}

/** A check that found something to improve. */
export function warning(name: string, detail: string): Check {
  return { name, status: "warning", detail };
}

/** A check that failed. */
export function error(name: string, detail: string): Check {
  return { name, status: "error", detail };
}
