// Tests where a webhook may be sent to, and that nothing leads it elsewhere.

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { isPublic, type Resolve, resolveByServers } from "../../src/webhooks/address.ts";
import { hostsIn, refusalOf, type WebhookHosts } from "../../src/webhooks/hosts.ts";
import { post } from "../../src/webhooks/post.ts";
import { nextAttempt, standardRetries } from "../../src/webhooks/retries.ts";
import { startNameServer } from "./name-server.ts";
import { startReceiver } from "./receiver.ts";

const receiver = await startReceiver();
const [, port = ""] = receiver.host.split(":");
const nameServer = await startNameServer();

function hosts(...entries: readonly string[]): WebhookHosts {
  const found = hostsIn(entries);
  if (found === undefined) throw new Error(`${entries.join()} is refused`);
  return found;
}

async function send(url: string, allowed: WebhookHosts, resolve?: Resolve, timeoutMs = 2000) {
  const { signal } = new AbortController();
  return await post({ url, body: "{}", headers: {} }, { hosts: allowed, timeoutMs, signal, resolve });
}

test.each([
  "8.8.8.8",
  "172.32.0.1",
  "100.128.0.1",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00:1450::1",
])("%s is public", (address) => expect(isPublic(address)).toBe(true));

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.255",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "192.0.0.192",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::a00:1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::1",
  "fc00::1",
  "fd12::1",
  "fe80::1",
  "ff02::1",
  "not an address",
])("%s is not", (address) => expect(isPublic(address)).toBe(false));

test("hosts are named whole or by the end of their names, with a port where it is not the standard one", () => {
  const some = hosts("Hooks.Example.com", "10.0.0.5:8080", "*.example.org", "[::1]:90");
  for (const url of [
    "https://hooks.example.com/a?b",
    "http://hooks.example.com",
    "http://10.0.0.5:8080/",
    "https://a.b.example.org/",
    "http://[::1]:90/",
  ])
    expect([url, refusalOf(some, url)]).toEqual([url, undefined]);
  for (const url of [
    "https://hooks.example.com:8443/",
    "http://10.0.0.5/",
    "https://example.org/",
    "http://a.example.org/",
    "https://a.example.org:444/",
    "https://badexample.org/",
    "https://hooks.example.com.evil.test/",
    "https://hooks.example.com@evil.test/",
    "https://evil.test/#hooks.example.com",
    "ftp://hooks.example.com/",
    "hooks.example.com",
  ])
    expect([url, refusalOf(some, url)]).toEqual([url, expect.any(String)]);
  expect(refusalOf(hosts("*"), "https://anywhere.test/")).toBeUndefined();
  for (const wrong of ["", "http://a.test", "a.test/path", "*.", "a b", "a.test:99999", "*.a.test:80"])
    expect([wrong, hostsIn([wrong])]).toEqual([wrong, undefined]);
});

test.each([
  ["https://localhost/", "the host has an address that is not public"],
  ["https://127.0.0.1/", "the host has an address that is not public"],
  ["https://0x7f000001/", "the host has an address that is not public"],
  ["https://2130706433/", "the host has an address that is not public"],
  ["https://[::ffff:127.0.0.1]/", "the host has an address that is not public"],
  ["https://nowhere.invalid/", "the host has no address that could be found"],
  [`http://${receiver.host}/`, "the URL must be at a host"],
])("%s is not called by whom only the end of its name allows", async (url, error) => {
  expect(await send(url, hosts("*"), resolveByServers([nameServer.server]))).toMatchObject({
    status: null,
    error: expect.stringContaining(error),
  });
});

test("a name with one address that is not public is not called, whatever its others are", async () => {
  const addresses = ["8.8.8.8", "10.0.0.1"].map((address) => ({ address, family: 4 }));
  const { error } = await send(
    "https://mixed.test/",
    hosts("*"),
    async () => await Promise.resolve(addresses),
  );
  expect(error).toBe("the host has an address that is not public");
});

test("name servers are asked for addresses of both kinds, and one that does not answer is not waited for", async () => {
  const resolve = resolveByServers([nameServer.server]);
  expect(await resolve("both.test")).toEqual([
    { address: "192.0.2.1", family: 4 },
    { address: "2001:db8::1", family: 6 },
  ]);
  expect(await resolve("four.test")).toEqual([{ address: "192.0.2.1", family: 4 }]);
  await expect(resolve("none.test")).rejects.toThrow("ENOTFOUND");
  // Many at once, more than there are threads: files are read all the same.
  const silent = Promise.allSettled(
    Array.from({ length: 20 }, async (_, at) => await resolve(`silent${String(at)}.test`)),
  );
  await expect
    .poll(() => nameServer.names.filter((name) => name.startsWith("silent")).length)
    .toBeGreaterThan(19);
  const since = performance.now();
  await readFile(import.meta.filename);
  expect(performance.now() - since).toBeLessThan(1000);
  expect(new Set((await silent).map((each) => each.status === "rejected" && each.reason.code))).toEqual(
    new Set(["ETIMEOUT"]),
  );
});

test("a name is resolved once, and connected to at that address", async () => {
  const inbox = receiver.open();
  const asked: string[] = [];
  const resolve: Resolve = async (hostname) => {
    asked.push(hostname);
    // A second question gets an address where nothing listens.
    const address = asked.length === 1 ? "127.0.0.1" : "127.0.0.9";
    return await Promise.resolve([{ address, family: 4 }]);
  };
  const url = new URL(inbox.url);
  url.hostname = "rebinding.test";
  expect(await send(url.href, hosts(`rebinding.test:${port}`), resolve)).toEqual({
    status: 200,
    error: null,
  });
  expect(asked).toEqual(["rebinding.test"]);
  expect(inbox.received[0]?.headers["host"]).toBe(`rebinding.test:${port}`);
});

test("a response is waited for so long, and received so far", async () => {
  const [slow, large] = [receiver.open(), receiver.open()];
  const [dripping, cut] = [receiver.open(), receiver.open()];
  slow.answer = () => undefined;
  expect((await send(slow.url, hosts(receiver.host), undefined, 100)).error).toBe(
    "no response within 100 ms",
  );
  const never: Resolve = async () => await new Promise(() => undefined);
  const late = await send(`http://slow.test:${port}/`, hosts(`slow.test:${port}`), never, 100);
  expect(late.error).toBe("no response within 100 ms");
  const closed = Promise.withResolvers<void>();
  large.answer = (_, response) => {
    response.on("close", closed.resolve);
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(100_000)));
    };
    response.on("drain", more);
    more();
    return undefined;
  };
  expect(await send(large.url, hosts(receiver.host))).toEqual({ status: 200, error: null });
  await closed.promise;
  // One whose body never ends is not kept until its attempt would be over.
  const left = Promise.withResolvers<void>();
  dripping.answer = (_, response) => {
    response.on("close", left.resolve);
    response.writeHead(200).write("more to come");
    return undefined;
  };
  expect((await send(dripping.url, hosts(receiver.host), undefined, 60_000)).error).toBe(null);
  await left.promise;
  cut.answer = (_, response) => void response.destroy();
  expect((await send(cut.url, hosts(receiver.host))).error).toMatch(
    /^the host could not be reached, or broke/,
  );
});

test("what fails is attempted again for a day, less and less often, the last time at its end", () => {
  const start = new Date("2026-01-01T00:00:00Z");
  const end = new Date(start.getTime() + standardRetries.giveUpMs);
  const at: Date[] = [start];
  for (
    let next: Date | undefined = start;
    next !== undefined;
    next = nextAttempt(standardRetries, at.length, next, end)
  )
    if (next !== start) at.push(next);
  expect(at.at(-1)).toEqual(end);
  expect(at.length).toBeGreaterThan(8);
  expect(at.length).toBeLessThan(20);
  expect((at[1]?.getTime() ?? 0) - start.getTime()).toBeLessThanOrEqual(6000);
});
