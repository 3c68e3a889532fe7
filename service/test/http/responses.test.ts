// Tests what every response has, and that each failure is a problem that states its reason and no more.

import { METHODS } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { health } from "../../src/http/health.ts";
import { asAnswer, expectProblem } from "../support/problems.ts";
import { type Listening, listenWith } from "../support/server.ts";
import { answerOf, dial, exchange, readToEnd } from "../support/wire.ts";

const secret = "slice-0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";

/** The service, and routes that take bodies, fail, and stop in the middle. */
async function listen(): Promise<Listening> {
  return await listenWith((app) => {
    health(app);
    app.post("/echo", async ({ body }) => ({ body }));
    app.get("/things/:id", async () => ({}));
    app.get("/failing", async () => await Promise.reject(new Error(`no database for ${secret}`)));
    app.get(
      "/status",
      async () =>
        await Promise.reject(Object.assign(new Error(secret), { statusCode: 418, code: "PG_TEAPOT" })),
    );
    app.get("/half", (_, reply) => {
      reply.raw.writeHead(200, { "content-length": "100" });
      reply.raw.write("half");
      reply.hijack();
    });
    app.get("/slow", async (_, reply) => {
      reply.raw.writeHead(200, { "content-length": "20" });
      reply.raw.write("0123456789");
      reply.hijack();
      await sleep(800);
      reply.raw.end("0123456789");
    });
    app.get("/wait", async () => {
      await sleep(100);
      return "waited";
    });
  });
}

test("/livez answers with the request ID of its header", async () => {
  const { url } = await listen();
  const response = await fetch(`${url}/livez`);
  const requestId = response.headers.get("x-request-id");
  expect(requestId).toMatch(/^req_[0-9a-f]{32}$/);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect([response.status, await response.json()]).toEqual([200, { status: "ok", request_id: requestId }]);
});

test("each request has an ID of its own, whatever the caller sends", async () => {
  const { url } = await listen();
  const asked = [1, 2, 3].map(
    async () => await fetch(`${url}/livez`, { headers: { "x-request-id": "mine" } }),
  );
  const ids = (await Promise.all(asked)).map(({ headers }) => headers.get("x-request-id"));
  expect(new Set(ids).size).toBe(3);
  expect(ids).not.toContain("mine");
});

describe("an unknown path", () => {
  test.each(["/", "/livez/", "/LIVEZ", "/v1/slices", "/livez%2f", "/__proto__", "/constructor"])(
    "%s is not found",
    async (path) => {
      const { url } = await listen();
      expectProblem(await asAnswer(await fetch(`${url}${path}`)), "not_found");
    },
  );

  test.each(["POST", "DELETE", "PROPFIND", "QUERY"])(
    "is not found for %s, before its body is read",
    async (method) => {
      const { port } = await listen();
      const head = `${method} /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`;
      const body = "Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{";
      expectProblem(await exchange(port, head + body), "not_found");
    },
  );
});

describe("a method that a path does not support is refused with the supported ones", () => {
  test.each(METHODS.filter((method) => !["GET", "HEAD", "CONNECT"].includes(method)))(
    "%s /livez",
    async (method) => {
      const { port } = await listen();
      const answer = await exchange(
        port,
        `${method} /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      );
      expectProblem(answer, "method_not_allowed");
      expect(answer.headers.get("allow")).toBe("GET, HEAD");
    },
  );

  test("GET /echo and DELETE /things/7", async () => {
    const { url } = await listen();
    const echo = await fetch(`${url}/echo`);
    expect([echo.status, echo.headers.get("allow")]).toEqual([405, "POST"]);
    const thing = await fetch(`${url}/things/7`, { method: "DELETE" });
    expect([thing.status, thing.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("except HEAD, which returns the headers of GET and no body", async () => {
    const { url } = await listen();
    const response = await fetch(`${url}/livez`, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  });
});

test("OPTIONS * is answered for the server as a whole, without a body", async () => {
  const { port } = await listen();
  const { status, headers, body } = await exchange(
    port,
    "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  );
  expect([status, body]).toEqual([204, ""]);
  expect(headers.get("x-request-id")).toMatch(/^req_/);
});

describe("an unacceptable body is refused", () => {
  test.each([
    ["application/json", "{", "malformed_json"],
    ["application/json", "", "malformed_json"],
    ["application/json", '{"__proto__": {"a": 1}}', "malformed_json"],
    ["application/json", '{"a": 1, "a": 1}', "malformed_json"],
    ["application/json", '{"a": 1e400}', "invalid_request"],
    ["application/json", "[".repeat(200_000), "malformed_json"],
    ["application/json", `"${"a".repeat(1 << 20)}"`, "body_too_large"],
    ["text/plain", "{}", "unsupported_media_type"],
    ["application/xml", "{}", "unsupported_media_type"],
    ["not a type", "{}", "unsupported_media_type"],
  ] as const)("%s %.20s", async (type, body, code) => {
    const { url } = await listen();
    const response = await fetch(`${url}/echo`, { method: "POST", headers: { "content-type": type }, body });
    expectProblem(await asAnswer(response), code);
  });
});

describe("a raw request", () => {
  const asked = "GET /livez HTTP/1.1\r\n";
  const rest = "Host: a\r\nConnection: close\r\n\r\n";
  test.each([
    ["without any HTTP is refused", `Bearer ${secret}\r\n\r\n`, "malformed_request"],
    ["of TLS bytes is refused", Buffer.from("16030100fa010000f60303", "hex"), "malformed_request"],
    ["with an unknown method is refused", `BREW /livez HTTP/1.1\r\n${rest}`, "malformed_request"],
    ["with a header without a colon is refused", `${asked}Authorization\r\n${rest}`, "malformed_request"],
    ["with a line break in a header is refused", `${asked}A: b\rc\r\n${rest}`, "malformed_request"],
    [
      "with two lengths is refused",
      `${asked}Content-Length: 1\r\nContent-Length: 2\r\n${rest}`,
      "malformed_request",
    ],
    [
      "with a length and chunks is refused",
      `POST /echo HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n${rest}`,
      "malformed_request",
    ],
    [
      "with a chunk without its length is refused",
      `POST /echo HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${rest}zz\r\n`,
      "malformed_request",
    ],
    [
      "with a chunk extension of 20 kB is refused",
      `POST /echo HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${rest}1;${"a".repeat(20_000)}\r\n`,
      "body_too_large",
    ],
    ["without a host is refused", `${asked}Connection: close\r\n\r\n`, "malformed_request"],
    ["with two hosts is refused", `${asked}Host: b\r\n${rest}`, "malformed_request"],
    [
      "with two hosts in HTTP/1.0 is refused",
      `GET /livez HTTP/1.0\r\nHost: b\r\n${rest}`,
      "malformed_request",
    ],
    ["with an empty host is refused", `${asked}Host:\r\nConnection: close\r\n\r\n`, "malformed_request"],
    [
      "with a host that is only a port is refused",
      `${asked}Host: :80\r\nConnection: close\r\n\r\n`,
      "malformed_request",
    ],
    [
      "with a host with a path is refused",
      `${asked}Host: a b/@?\r\nConnection: close\r\n\r\n`,
      "malformed_request",
    ],
    [
      "with a host with a user is refused",
      `${asked}Host: me@a\r\nConnection: close\r\n\r\n`,
      "malformed_request",
    ],
    [
      "with a port of letters is refused",
      `${asked}Host: a:http\r\nConnection: close\r\n\r\n`,
      "malformed_request",
    ],
    ["of HTTP/0.9 is refused", `GET /livez HTTP/0.9\r\n${rest}`, "malformed_request"],
    ["of HTTP/2.0 is refused", `GET /livez HTTP/2.0\r\n${rest}`, "malformed_request"],
    ["with a path that is not UTF-8 is refused", `GET /livez/%ff HTTP/1.1\r\n${rest}`, "malformed_request"],
    ["with half an escape in its path is refused", `GET /things/%e HTTP/1.1\r\n${rest}`, "malformed_request"],
    [
      "with a parameter that is too long is refused",
      `GET /things/${"a".repeat(101)} HTTP/1.1\r\n${rest}`,
      "uri_too_long",
    ],
    [
      "with headers of 20 kB is refused",
      `${asked}Authorization: ${secret.repeat(400)}\r\n${rest}`,
      "headers_too_large",
    ],
    [
      "with a path of 20 kB is refused",
      `GET /${"a".repeat(20_000)} HTTP/1.1\r\n${rest}`,
      "headers_too_large",
    ],
  ] as const)("%s", async (_, bytes, code) => {
    const { port, log } = await listen();
    expectProblem(await exchange(port, bytes), code);
    expect(log()).not.toContain(secret);
  });

  test("with an unreadable path is logged", async () => {
    const { url, log } = await listen();
    const { headers } = await fetch(`${url}/%ff`);
    expect(requestsIn(log())).toEqual([
      expect.objectContaining({ request_id: headers.get("x-request-id"), route: null, status: 400 }),
    ]);
  });

  test("may lack its host in HTTP/1.0, and may have an unknown expectation", async () => {
    const { port } = await listen();
    expect((await exchange(port, "GET /livez HTTP/1.0\r\n\r\n")).status).toBe(200);
    expect((await exchange(port, `${asked}Expect: a-miracle\r\n${rest}`)).status).toBe(200);
  });

  test.each(["a", "a.example:7420", "a_b-c.example.", "%C3%A9", "192.0.2.1:80", "[::1]", "[::1]:7420", "a:"])(
    "with the host %s is accepted",
    async (host) => {
      const { port } = await listen();
      expect((await exchange(port, `${asked}Host: ${host}\r\nConnection: close\r\n\r\n`)).status).toBe(200);
    },
  );

  test("that is malformed closes the connection after half a response, without a second response in the first", async () => {
    const { port } = await listen();
    const socket = await dial(port);
    const read = readToEnd(socket);
    socket.write("GET /half HTTP/1.1\r\nHost: a\r\n\r\n");
    await new Promise((resolve) => socket.once("data", resolve));
    socket.write("\0\r\n\r\n");
    expect(await read).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\nhalf$/);
  });

  test("that is malformed is refused after the responses in progress, and replaces none of them", async () => {
    const { port } = await listen();
    const socket = await dial(port);
    const read = readToEnd(socket);
    for (const bytes of [
      "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n",
      "GARB\r\n\r\n",
    ]) {
      socket.write(bytes);
      await sleep(200);
    }
    expect(await read).toMatch(
      /^HTTP\/1\.1 200 [^]*\r\n\r\n01234567890123456789HTTP\/1\.1 200 OK\r\n(?:.+\r\n)+\r\nwaited$/,
    );
  });

  test.each(["", "Expect: 100-continue\r\n", "Expect: a-miracle\r\n"])(
    "that is malformed does not replace the response to the request before it in the same packet (%j)",
    async (expectation) => {
      const { port } = await listen();
      const head = `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${expectation}`;
      const socket = await dial(port);
      const read = readToEnd(socket);
      socket.write(`${head}Content-Length: 1\r\n\r\n7GARB\r\n\r\n`);
      const bytes = (await read).replace("HTTP/1.1 100 Continue\r\n\r\n", "");
      const { status, headers, body } = answerOf(bytes);
      expect([status, headers.get("connection"), body]).toEqual([200, "close", '{"body":7}']);
    },
  );

  test("with a malformed body does not replace the response to the previous request", async () => {
    const { port } = await listen();
    const socket = await dial(port);
    const read = readToEnd(socket);
    const get = "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n";
    const post = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
    socket.write(`${get}${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    expect(await read).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)+\r\nwaited$/);
  });
});

describe("a caller that sends Expect: 100-continue", () => {
  const ask = async (head: string, body = ""): Promise<string> => {
    const { port } = await listen();
    const socket = await dial(port);
    const read = readToEnd(socket);
    socket.write(`${head}Host: a\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n`);
    if (body !== "") socket.once("data", () => socket.write(body));
    return await read;
  };
  const json = "Content-Type: application/json\r\n";

  test("gets 100 Continue for a body that will be accepted", async () => {
    const bytes = await ask(`POST /echo HTTP/1.1\r\n${json}Content-Length: 1\r\n`, "7");
    expect(bytes).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 [^]*\{"body":7\}$/);
  });

  test.each([
    ["no such path", `POST /nothing HTTP/1.1\r\n${json}Content-Length: 1\r\n`, "not_found"],
    ["the wrong method", `POST /livez HTTP/1.1\r\n${json}Content-Length: 1\r\n`, "method_not_allowed"],
    ["a second host", `POST /echo HTTP/1.1\r\nHost: b\r\n${json}Content-Length: 1\r\n`, "malformed_request"],
    ["too much", `POST /echo HTTP/1.1\r\n${json}Content-Length: 2000000\r\n`, "body_too_large"],
    [
      "no JSON",
      "POST /echo HTTP/1.1\r\nContent-Type: a/b\r\nContent-Length: 1\r\n",
      "unsupported_media_type",
    ],
  ] as const)("is refused at once: %s", async (_, head, code) => {
    expectProblem(answerOf(await ask(head)), code);
  });
});

describe("an unexpected error", () => {
  test.each(["/failing", "/status"])("at %s is in the log, and not in the response", async (path) => {
    const { url, log } = await listen();
    const answer = await asAnswer(await fetch(`${url}${path}`));
    expectProblem(answer, "internal");
    const line = log()
      .split("\n")
      .find((each) => each.includes(secret));
    expect(JSON.parse(line ?? "")).toMatchObject({
      level: "error",
      request_id: answer.headers.get("x-request-id"),
      err: { message: expect.stringContaining(secret) },
    });
  });
});

test("a request is one line of the log, without the text of its path, query and headers", async () => {
  const { url, log } = await listen();
  const response = await fetch(`${url}/things/${secret}?q=${secret}`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  await fetch(`${url}/${secret}`);
  expect(log()).not.toContain(secret);
  const lines = requestsIn(log());
  expect(lines).toEqual([
    {
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      request_id: response.headers.get("x-request-id"),
      method: "GET",
      route: "/things/:id",
      status: 200,
      ms: expect.any(Number),
      message: "request",
    },
    expect.objectContaining({ method: "GET", route: null, status: 404 }),
  ]);
});

function requestsIn(log: string): readonly unknown[] {
  const lines = log.trimEnd().split("\n");
  return lines.map((line): unknown => JSON.parse(line)).filter((line) => Object(line).message === "request");
}

test("a route that is added later refuses unsupported methods", async () => {
  const { url } = await listenWith((app: FastifyInstance) => {
    void app.register(async (inner) => {
      inner.get("/inner", async () => ({}));
    });
  });
  const response = await fetch(`${url}/inner`, { method: "POST" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
