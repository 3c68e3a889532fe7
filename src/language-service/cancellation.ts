// Cancellation: aborts calls whose answer is no longer needed.
import { isRecord } from "../data/guards.ts";

/**
 * The part of `AbortSignal` that the language service uses; any `AbortSignal` fits.
 *
 * @example
 * ```ts
 * const signal: AbortSignalLike = new AbortController().signal;
 * ```
 */
export interface AbortSignalLike {
  /** Whether the answer is no longer needed. */
  readonly aborted: boolean;
  /** What an aborted call rejects with. */
  readonly reason: unknown;
  /** Calls the listener when the answer is no longer needed. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Forgets a listener. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * Options of every call that may wait.
 *
 * @example
 * ```ts
 * const options: CallOptions = { signal: AbortSignal.timeout(1_000) };
 * ```
 */
export interface CallOptions {
  /** Rejects the call with the signal's reason once it is aborted. */
  readonly signal?: AbortSignalLike | undefined;
}

/**
 * Requests an answer, and rejects with the signal's reason if it is aborted before the answer arrives. Nothing is requested
 * for a call that is already aborted.
 */
export async function unlessAborted<Answer>(
  ask: () => Promise<Answer>,
  signal: AbortSignalLike | undefined,
): Promise<Answer> {
  if (signal === undefined) return await ask();
  if (signal.aborted) throw reasonOf(signal);
  let onAbort: (() => void) | undefined;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      onAbort = () => reject(reasonOf(signal));
      signal.addEventListener("abort", onAbort);
      // Always handled: an answer that fails once it is no longer needed must not end the process.
      ask().then(resolve, reject);
    });
  } finally {
    if (onAbort !== undefined) signal.removeEventListener("abort", onAbort);
  }
}

/** The signal of a call's options. Throws a `TypeError` that names the argument if it is not one. */
export function signalOf(options: unknown): AbortSignalLike | undefined {
  if (options === undefined) return undefined;
  if (!isRecord(options)) throw new TypeError("options must be an object");
  const { signal }: { readonly signal?: unknown } = options;
  if (signal === undefined || isSignal(signal)) return signal;
  throw new TypeError("options.signal must be an AbortSignal");
}

function isSignal(signal: unknown): signal is AbortSignalLike {
  if (!isRecord(signal)) return false;
  const { aborted, addEventListener, removeEventListener }: Partial<Record<keyof AbortSignalLike, unknown>> =
    signal;
  const isListening = typeof addEventListener === "function" && typeof removeEventListener === "function";
  return typeof aborted === "boolean" && isListening;
}

/** The reason of a signal as an error: it can be any value. */
function reasonOf({ reason }: AbortSignalLike): Error {
  return reason instanceof Error ? reason : new Error("the call was aborted", { cause: reason });
}
