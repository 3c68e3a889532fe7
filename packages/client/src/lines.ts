// The lines of an answer as they arrive.

import { ConnectionError } from "./problem.ts";
import { orConnectionError } from "./transport.ts";

/** The service writes something every 15 seconds: a connection that is silent for three times as long, in milliseconds, is broken. */
const silence = 45_000;
/** The longest line, in characters: no line of the service is nearly as long. */
const maxLine = 1 << 24;

/**
 * The lines of a stream, without what ends them; one that has no end is left out. Throws a `ConnectionError` if the stream breaks off, or
 * a line is too long. To stop reading ends the request.
 */
export async function* linesOf(response: Response): AsyncGenerator<string, void, undefined> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  // What a line consists of so far: to join it with each piece that arrives would take long for a long one.
  let parts: string[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await orConnectionError(async () => await inTime(reader.read()));
      if (done) return;
      for (const [at, part] of value.split("\n").entries()) {
        if (at > 0) {
          yield parts.join("").replace(/\r$/, "");
          [parts, length] = [[], 0];
        }
        parts.push(part);
        length += part.length;
        if (length > maxLine)
          throw new ConnectionError(`A line of the answer is longer than ${String(maxLine)} characters.`);
      }
    }
  } finally {
    // What has broken cannot be canceled, and need not be.
    await reader.cancel().catch(() => undefined);
  }
}

/** The value of a line. Throws a `ConnectionError` if it is not JSON: it is not the service that has written it. */
export function valueOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new ConnectionError("A line of the answer is not JSON.", { cause });
  }
}

async function inTime<Result>(reading: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("nothing has arrived for 45 seconds")), silence);
  });
  return await Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
