// Spans: what a request, a transaction, an iteration or a call of a model took. This file loads nothing; `start.ts` decides whether spans are recorded.

/** What is said of a span: IDs, counts, codes and names that the program or its operator has chosen; never contents, queries, names of callers or keys. */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A span to open. */
export interface SpanStart {
  readonly name: string;
  /** `server` for what a caller asks of this process, `client` for what it asks of another one. */
  readonly kind?: "server" | "client";
  readonly attributes?: Attributes;
}

/** An open span. */
export interface OpenSpan {
  readonly set: (attributes: Attributes) => void;
  readonly rename: (name: string) => void;
  /** Marks it as failed, with a code or the name of an error; a message could contain what a caller sent. The first failure counts. */
  readonly fail: (type: string) => void;
  readonly end: () => void;
  /** Calls `work` so that the spans which it opens, now or later, are children of this one. */
  readonly run: <Result>(work: () => Result) => Result;
}

/** Records spans. */
export interface Tracer {
  /** Opens a span under the current one, or under the one that the headers of a caller name. */
  readonly open: (start: SpanStart, headers?: Headers) => OpenSpan;
  /** Whether the current span exists, and is still open. */
  readonly isInside: () => boolean;
  /** Calls `work` under no span. */
  readonly outside: <Result>(work: () => Result) => Result;
}

/** The headers of a request. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

let tracer: Tracer | undefined;

/** Has spans recorded from now on; undefined: no longer. */
export function recordSpans(by: Tracer | undefined): void {
  tracer = by;
}

/** Opens the span of a request; undefined if spans are not recorded. The caller ends it. */
export function openSpan(start: SpanStart, headers: Headers): OpenSpan | undefined {
  return tracer?.open(start, headers);
}

/** Runs `work` in a span, which ends with it. Without a recorder `work` gets no span. */
export async function inSpan<Result>(
  start: SpanStart,
  work: (span: OpenSpan | undefined) => Promise<Result>,
): Promise<Result> {
  if (tracer === undefined) return await work(undefined);
  const span = tracer.open(start);
  try {
    return await span.run(async () => await work(span));
  } catch (error) {
    span.fail(errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** As {@link inSpan}, but only within another span: polls and upkeep would be most of all spans, and say nothing. */
export async function inChildSpan<Result>(
  start: SpanStart,
  work: (span: OpenSpan | undefined) => Promise<Result>,
): Promise<Result> {
  return tracer?.isInside() === true ? await inSpan(start, work) : await work(undefined);
}

/** Starts work that outlives the request which happens to start it. */
export function outsideSpans<Result>(work: () => Result): Result {
  return tracer === undefined ? work() : tracer.outside(work);
}

/** The code of an error, such as an SQLSTATE, or its name. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
