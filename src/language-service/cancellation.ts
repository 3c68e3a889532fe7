// Giving up: work whose answer nobody waits for any more.
import { isRecord } from "../data/guards.ts";

/**
 * What an `AbortSignal` has that is used here; any `AbortSignal` is one.
 *
 * @example
 * ```ts
 * const signal: Cancellation = new AbortController().signal;
 * ```
 */
export interface Cancellation {
  /** Whether the answer is no longer wanted. */
  readonly aborted: boolean;
  /** What a call that is given up rejects with. */
  readonly reason: unknown;
  /** Calls the listener when the answer is no longer wanted. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Forgets a listener. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * Options that every call takes which may wait.
 *
 * @example
 * ```ts
 * const options: CallOptions = { signal: AbortSignal.timeout(1_000) };
 * ```
 */
export interface CallOptions {
  /** Rejects the call with the signal's reason once it is aborted. */
  readonly signal?: Cancellation | undefined;
}

/**
 * Asks for an answer, and rejects with the signal's reason if it is aborted before the answer is there. Nothing is asked for
 * a call that is given up already.
 */
export async function unlessAborted<Answer>(
  ask: () => Promise<Answer>,
  signal: Cancellation | undefined,
): Promise<Answer> {
  if (signal === undefined) return await ask();
  if (signal.aborted) throw reasonOf(signal);
  let giveUp: (() => void) | undefined;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      giveUp = () => reject(reasonOf(signal));
      signal.addEventListener("abort", giveUp);
      // Handled in any case: an answer that fails when nobody waits for it any more must not end the process.
      ask().then(resolve, reject);
    });
  } finally {
    if (giveUp !== undefined) signal.removeEventListener("abort", giveUp);
  }
}

/** The signal of a call's options. Throws a `TypeError` that names the argument if they are none. */
export function signalOf(options: unknown): Cancellation | undefined {
  if (options === undefined) return undefined;
  if (!isRecord(options)) throw new TypeError("options must be an object");
  const { signal }: { readonly signal?: unknown } = options;
  if (signal === undefined || isSignal(signal)) return signal;
  throw new TypeError("options.signal must be an AbortSignal");
}

function isSignal(signal: unknown): signal is Cancellation {
  if (!isRecord(signal)) return false;
  const { aborted, addEventListener, removeEventListener }: Partial<Record<keyof Cancellation, unknown>> =
    signal;
  const isListening = typeof addEventListener === "function" && typeof removeEventListener === "function";
  return typeof aborted === "boolean" && isListening;
}

/** A signal is free to give no error as its reason. */
function reasonOf({ reason }: Cancellation): Error {
  return reason instanceof Error ? reason : new Error("the call was aborted", { cause: reason });
}
