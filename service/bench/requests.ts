// Sends requests over connections that stay open.

import { Agent, request } from "node:http";

/** What is sent each time. */
export interface Sent {
  readonly url: string;
  readonly key: string;
  readonly method?: "GET" | "PATCH" | "POST";
  readonly body?: object;
  /** Besides the key and the type of the body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the JSON of the response is not all of it. */
  readonly jsonIn?: (text: string) => string;
}

const agent = new Agent({ keepAlive: true });

/** Sends one, and returns the parsed response. Throws unless it is a success. */
export async function send<Answer = Readonly<Record<string, unknown>>>({
  url,
  key,
  method = "POST",
  body,
  headers: more = {},
  jsonIn = (received) => received,
}: Sent): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${key}`,
    ...more,
    ...(text !== undefined && {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    }),
  };
  return await new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (answer) => {
      let received = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => (received += chunk));
      answer.on("end", () => {
        if ((answer.statusCode ?? 500) >= 300) reject(new Error(`${method} ${url}: ${received}`));
        else resolve(JSON.parse(jsonIn(received)));
      });
    });
    sent.on("error", reject);
    sent.end(text);
  });
}

/** Lets so many callers work, each on the next as soon as the last is done, until `goesOn` returns false; returns how often they worked. */
export async function callers(
  count: number,
  work: () => Promise<unknown>,
  goesOn: (done: number) => boolean,
): Promise<number> {
  let begun = 0;
  const call = async (): Promise<void> => {
    while (goesOn(begun)) {
      begun++;
      await work();
    }
  };
  await Promise.all(Array.from({ length: count }, call));
  return begun;
}
