// Tests how the program reads its flags and settings, and what it reports if they are wrong.

import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { parseCommand } from "../../src/cli/command.ts";
import { commands } from "../../src/cli/commands/table.ts";
import { runProgram, startServer } from "../support/program.ts";

test("--help names every command, its flags and every setting, and exits with 0", async () => {
  const { status, stdout, stderr } = await runProgram(["--help"]);
  for (const name of [
    "serve",
    "--port",
    "--host",
    "--log-level",
    "--version",
    "key create --organization O [--project P]",
  ])
    expect(stdout).toContain(name);
  for (const name of [
    "SHUTDOWN_GRACE_MS",
    "RATE_LIMIT_PER_MINUTE",
    "DATABASE_POOL_SIZE",
    "DATABASE_URL",
    "MODEL_URL",
  ])
    expect(stdout).toContain(name);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("a start reuses the compile cache that an earlier one left next to the modules", async () => {
  await runProgram(["--version"]);
  const { stderr } = await runProgram(["--version"], { NODE_DEBUG_NATIVE: "COMPILE_CACHE" });
  expect(stderr).toMatch(/resolved path \S+service\/node_modules\/\.cache\//);
  expect(stderr).toMatch(/V8 code cache for ESM \S+\/cli\/run\.ts was accepted/);
});

test.each(commands.map(({ name, flags }) => [name, Object.keys(flags)] as const))(
  "%s --help explains each of its flags",
  (name, flags) => {
    const asked = parseCommand([...name.split(" "), "--help"], { DATABASE_POOL_SIZE: "malformed" });
    const help = "text" in asked ? asked.text : "";
    expect(help).toContain(`Usage: npx slice-service ${name}`);
    for (const flag of [...flags, "help"])
      expect(help).toMatch(new RegExp(`^  (?:-h, )?--${flag}(?: [A-Z]+)?  +\\S`, "m"));
  },
);

test("the help of a group of commands lists only that group", () => {
  const asked = parseCommand(["key", "-h"], {});
  const help = "text" in asked ? asked.text : "";
  expect(help).toContain("key revoke [--keep-loops] ID");
  expect(help).not.toContain("entity import");
});

test("a flag has one type in all commands, as it may stand before the command", () => {
  const types = new Map<string, string>();
  for (const { flags } of commands)
    for (const [name, { type }] of Object.entries(flags))
      expect(types.set(name, types.get(name) ?? type).get(name)).toBe(type);
  expect(parseCommand(["--organization", "key", "--json", "key", "list"], {})).toMatchObject({
    kind: "key list",
    options: { organization: "key", asJson: true },
  });
});

test("--version prints the version", async () => {
  const { status, stdout } = await runProgram(["--version"]);
  expect({ status, stdout }).toEqual({ status: 0, stdout: `${manifest.version}\n` });
});

test("serve without flags listens on the loopback address, with a grace period of ten seconds", () => {
  expect(parseCommand(["serve"], {})).toMatchObject({
    kind: "serve",
    options: {
      host: "127.0.0.1",
      port: 7420,
      logLevel: "info",
      shutdownGraceMs: 10_000,
      rateLimitPerMinute: 600,
      databasePoolSize: 10,
      databaseUrl: undefined,
      corsOrigins: [],
      model: undefined,
    },
  });
});

test("valid flags and settings are accepted", () => {
  const args = ["serve", "--port=8080", "--host", "::1", "--log-level", "warn"];
  const env = {
    SHUTDOWN_GRACE_MS: "0",
    RATE_LIMIT_PER_MINUTE: "1",
    DATABASE_POOL_SIZE: "2",
    DATABASE_URL: "postgres:///x",
    CORS_ORIGIN: "https://a.example, http://b.example:8080",
    TRUSTED_PROXIES: "10.0.0.0/8, ::1,192.0.2.1",
    MODEL_URL: "https://api.example.com/v1",
    MODEL_NAME: "org/small-model:7b",
    MODEL_KEY: "sk-1",
    MODEL_TIMEOUT_MS: "100",
    EMBEDDING_URL: "https://api.example.com/v1",
    EMBEDDING_MODEL: "small-vectors",
    EMBEDDING_KEY: "sk-2",
    EMBEDDING_WEIGHT: "1.25",
    EMBEDDING_CACHE_MB: "64",
  };
  expect(parseCommand(args, env)).toMatchObject({
    kind: "serve",
    options: {
      host: "::1",
      port: 8080,
      logLevel: "warn",
      shutdownGraceMs: 0,
      rateLimitPerMinute: 1,
      databasePoolSize: 2,
      databaseUrl: "postgres:///x",
      corsOrigins: ["https://a.example", "http://b.example:8080"],
      trustedProxies: ["10.0.0.0/8", "::1", "192.0.2.1"],
      model: { url: "https://api.example.com/v1", name: "org/small-model:7b", key: "sk-1", timeoutMs: 100 },
      embedding: {
        endpoint: { url: "https://api.example.com/v1", key: "sk-2" },
        name: "small-vectors",
        weight: 1.25,
        cacheBytes: 64_000_000,
      },
    },
  });
});

test("the built-in model needs no endpoint, and without a setting searches are by words", () => {
  const own = { endpoint: undefined, name: "builtin", weight: 0.5 };
  expect(parseCommand(["serve"], { EMBEDDING_MODEL: "builtin" })).toMatchObject({
    options: { embedding: own },
  });
  expect(parseCommand(["serve"], {})).toMatchObject({ options: { embedding: undefined } });
});

test.each([
  "postgres://user:p%40ss@a:5432,b:5433/x?target_session_attrs=read-write",
  "postgresql://[::1]:5432,b/x?target_session_attrs=primary",
])("DATABASE_URL may name several hosts: %s", (databaseUrl) => {
  const asked = parseCommand(["serve"], { DATABASE_URL: databaseUrl });
  expect(asked).toMatchObject({ options: { databaseUrl, where: { url: databaseUrl } } });
});

describe("a mistake is refused with advice on what to write", () => {
  test.each([
    [[], "no command given; write `serve`"],
    [["sreve"], "`sreve` is not a command; write `serve`"],
    [["serve", "now"], "`serve` takes no argument, but got `now`"],
    [["serve", "--prot", "1"], "Unknown option '--prot'; write --port, or see --help"],
    [["serve", "--nothing"], "Unknown option '--nothing'; see --help"],
    [["SERVE"], "`SERVE` is not a command; write `serve`, or see --help"],
    [["dance"], "`dance` is not a command; see --help"],
    [["key"], "`key` is not a command; write `key create` or `key list` or `key revoke`, or see --help"],
    [["key", "craete"], "`key craete` is not a command; write `key create`, or see --help"],
    [["key", "dance"], "`key dance` is not a command; write `key create` or `key list`"],
    [["entiy", "import"], "`entiy import` is not a command; write `entity import`, or see --help"],
    [["key", "create"], "`key create` needs --organization O; see --help"],
    [["key", "create", "--organization", ""], "`key create` needs --organization O"],
    [["organization", "create"], "`organization create` needs NAME: its name"],
    [["organization", "create", "a", "b"], "`organization create` takes one argument, but got `b`"],
    [["migrate", "--data", ""], "--data is empty; write a folder"],
    [["serve", "--port"], "Option '--port <value>' argument missing; see --help"],
    [["serve", "--port", "1", "--port", "2"], "--port was given twice"],
    [
      ["serve", "--port", "65536"],
      "--port must be a number from 0 to 65535 (0 picks a free one), not `65536`",
    ],
    [["serve", "--port", "-1"], "Option '--port' argument is ambiguous"],
    [["serve", "--port", "0x10"], "not `0x10`"],
    [["serve", "--port", ""], "not ``"],
    [["serve", "--host", ""], "--host is empty; write an address"],
    [["serve", "--log-level", "loud"], "--log-level must be one of trace, debug, info"],
  ])("%j", (args, message) => {
    expect(() => parseCommand(args, {})).toThrow(message);
  });

  test.each([
    ["SHUTDOWN_GRACE_MS", "10s", "SHUTDOWN_GRACE_MS must be a whole number from 0 to 600000, not `10s`"],
    ["SHUTDOWN_GRACE_MS", "", "not ``"],
    [
      "CORS_ORIGIN",
      "https://a.example/",
      "CORS_ORIGIN must be origins such as https://app.example.com, not `https://a.example/`",
    ],
    ["CORS_ORIGIN", "*", "not `*`"],
    ["SHUTDOWN_GRACE_MS", "600001", "not `600001`"],
    [
      "TRUSTED_PROXIES",
      "proxy",
      "TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, not `proxy`",
    ],
    ["TRUSTED_PROXIES", "10.0.0.0/8,", "not ``"],
    ["TRUSTED_PROXIES", "10.0.0.0/33", "not `10.0.0.0/33`"],
    ["TRUSTED_PROXIES", "0.0.0.0/0", "not `0.0.0.0/0`"],
    ["TRUSTED_PROXIES", "true", "not `true`"],
    ["SHUTDOWN_GRACE", "1", undefined],
    ["SHUTDOWN_GRACE_M", "1", "SHUTDOWN_GRACE_M is not a setting; write SHUTDOWN_GRACE_MS"],
    ["SHUTDWON_GRACE_MS", "1", "write SHUTDOWN_GRACE_MS"],
    ["shutdown_grace_ms", "1", "write SHUTDOWN_GRACE_MS"],
    ["SHUTDOWNGRACEMS", "1", "write SHUTDOWN_GRACE_MS"],
    ["HOME", "1", undefined],
    ["RATE_LIMIT_PER_MINUTE", "0", "RATE_LIMIT_PER_MINUTE must be a whole number from 1 to 1000000, not `0`"],
    ["DATABASE_POOL_SIZE", "many", "DATABASE_POOL_SIZE must be a whole number from 1 to 1000, not `many`"],
    ["DATABASE_URL", "mysql://a", "DATABASE_URL must be a URL such as postgres://"],
    ["DATABASE_URL", "secret", "DATABASE_URL must be a URL such as postgres://user:password@host:5432/name"],
    ["DATABASE_URL", "postgres://a,b:99999/c", "…@host1:5432,host2:5432/name for a primary and its standby"],
    ["DATABASE_URL", "postgres://a,b/c?target_session_attrs=standby", "must be read-write or primary"],
    ["DATABASE_POOLER", "session", "DATABASE_POOLER must be `transaction`, not `session`"],
    ["DATABASE_URI", "postgres://a", "write DATABASE_URL"],
  ])("%s=%j", (name, value, message) => {
    const start = (): unknown => parseCommand(["serve"], { [name]: value });
    if (message === undefined) expect(start).not.toThrow();
    else expect(start).toThrow(message);
  });

  const model = { MODEL_URL: "https://a.example/v1", MODEL_NAME: "m" };
  test.each([
    [{ MODEL_URL: "a.example" }, "MODEL_URL must be a URL such as https://api.example.com/v1"],
    [{ MODEL_URL: "" }, "MODEL_URL must be"],
    [{ MODEL_URL: "ftp://a.example" }, "MODEL_URL must be"],
    [{ MODEL_URL: "https://u:p@a.example" }, "without a user"],
    [{ MODEL_URL: "https://u@a.example" }, "without a user"],
    [{ MODEL_URL: "https://a.example/v1?" }, "MODEL_URL must be"],
    [{ MODEL_URL: "https://a.example/v1#a" }, "MODEL_URL must be"],
    [
      { MODEL_NAME: undefined },
      "MODEL_NAME must name the model at MODEL_URL, in 1 to 200 printable characters",
    ],
    [{ MODEL_NAME: "" }, "MODEL_NAME must"],
    [{ MODEL_NAME: "a\nb" }, "MODEL_NAME must"],
    [{ MODEL_KEY: "" }, "MODEL_KEY must be visible ASCII characters without spaces"],
    [{ MODEL_KEY: "secret\n" }, "MODEL_KEY must"],
    [{ MODEL_KEY: "sécret" }, "MODEL_KEY must"],
    [{ MODEL_TIMEOUT_MS: "99" }, "MODEL_TIMEOUT_MS must be a whole number from 100 to 300000, not `99`"],
    [{ MODEL_KEI: "secret" }, "write MODEL_KEY"],
  ])("model settings %j", (wrong, message) => {
    const start = (): unknown => parseCommand(["serve"], { ...model, ...wrong });
    expect(start).toThrow(message);
    expect(start).not.toThrow(/secret|u:p|sécret/);
  });

  const embedding = { EMBEDDING_URL: "https://a.example/v1", EMBEDDING_MODEL: "m" };
  test.each([
    [{ EMBEDDING_URL: "a.example" }, "EMBEDDING_URL must be a URL such as https://api.example.com/v1"],
    [{ EMBEDDING_URL: "https://u:p@a.example" }, "without a user"],
    [{ EMBEDDING_URL: undefined }, "EMBEDDING_MODEL needs EMBEDDING_URL"],
    [{ EMBEDDING_MODEL: undefined }, "EMBEDDING_MODEL must name the model at EMBEDDING_URL"],
    [{ EMBEDDING_MODEL: "builtin" }, "unset EMBEDDING_URL"],
    [{ EMBEDDING_KEY: "secret\n" }, "EMBEDDING_KEY must be visible ASCII characters"],
    [{ EMBEDDING_WEIGHT: "0" }, "EMBEDDING_WEIGHT must be a number from 0.1 to 10, not `0`"],
    [{ EMBEDDING_WEIGHT: "1e3" }, "EMBEDDING_WEIGHT must be a number"],
    [{ EMBEDDING_CACHE_MB: "1.5" }, "EMBEDDING_CACHE_MB must be a whole number from 0 to 999999, not `1.5`"],
    [{ EMBEDDING_KEI: "secret" }, "write EMBEDDING_KEY"],
  ])("embedding settings %j", (wrong, message) => {
    const start = (): unknown => parseCommand(["serve"], { ...embedding, ...wrong });
    expect(start).toThrow(message);
    expect(start).not.toThrow(/secret|u:p/);
  });

  test("is reported on standard error, with status 2 and nothing on standard output", async () => {
    expect(await runProgram(["serve", "--port", "http"])).toEqual({
      status: 2,
      stdout: "",
      stderr: "slice-service: --port must be a number from 0 to 65535 (0 picks a free one), not `http`\n",
    });
  });

  test("in a setting exits with status 2", async () => {
    const { status, stderr } = await runProgram(["serve", "--port", "0"], { SHUTDOWN_GRACE_MS: "soon" });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "slice-service: SHUTDOWN_GRACE_MS must be a whole number from 0 to 600000, not `soon`\n",
    });
  });
});

describe("an address that cannot be used exits with status 2", () => {
  test("a port in use by another program", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address !== null ? String(address.port) : "";
    const { status, stdout, stderr } = await runProgram(["serve", "--port", port, "--log-level", "silent"]);
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: "",
      stderr: `slice-service: port ${port} of 127.0.0.1 is in use; stop the program that uses it, or choose another with --port (0 picks a free one)\n`,
    });
  });

  test.each([
    // An address of a network that is kept for documentation.
    ["192.0.2.1", "192.0.2.1 is not an address of this machine; choose another with --host"],
    ["no-such-host.invalid", "write an address of this machine after --host"],
  ])("the host %s", async (host, message) => {
    const { status, stdout, stderr } = await runProgram(["serve", "--port", "0", "--host", host]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});

test("a server that listens on all addresses prints one that can be reached", async () => {
  const { url } = await startServer(["--host", "0.0.0.0"]);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${url}/livez`)).status).toBe(200);
});
