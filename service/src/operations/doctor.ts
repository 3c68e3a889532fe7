// What the doctor says about one thing.

/** `error` means that the service cannot serve; `warning` that it can, but not as well as it should. */
export type CheckStatus = "ok" | "warning" | "error";

/** One checked item. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  /** What was found, and what to do about it. */
  readonly detail: string;
}

/** All is well. */
export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail };
}

/** It works, but something should be done. */
export function warning(name: string, detail: string): Check {
  return { name, status: "warning", detail };
}

/** It does not work until something is done. */
export function error(name: string, detail: string): Check {
  return { name, status: "error", detail };
}
