// The lines of an answer as they arrive.

import { orConnectionError } from "./transport.ts";

/** The service writes something every 15 seconds: a connection that is silent for three times as long, in milliseconds, is broken. */
const silence = 45_000;

/**
 * The lines of a stream, without what ends them; one that has no end is left out. Throws a `ConnectionError` if the stream breaks off.
 * To stop reading ends the request.
 */
export async function* linesOf(response: Response): AsyncGenerator<string, void, undefined> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await orConnectionError(async () => await inTime(reader.read()));
      if (done) return;
      const lines = (rest + value).split(/\r?\n/);
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    // What has broken cannot be canceled, and need not be.
    await reader.cancel().catch(() => undefined);
  }
}

async function inTime<Result>(reading: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("nothing has arrived for 45 seconds")), silence);
  });
  return await Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
