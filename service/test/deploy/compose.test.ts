// Checks compose.yaml against the schema of Compose, and what it says about the program.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { mistakeIn, type Parsed, parseDeployed, secondsOf } from "../support/deploy.ts";

const [compose]: readonly Parsed[] = parseDeployed("compose.yaml");
const programs = ["migrate", "server", "worker"];

/** The schema comes with a linter for such files. */
const linter = dirname(createRequire(import.meta.url).resolve("dclint/package.json"));
const schema: Parsed = JSON.parse(readFileSync(join(linter, "schemas/compose.schema.json"), "utf8"));
const validate = new Ajv({ strict: false, validateFormats: false }).compile({
  ...schema,
  // Ajv knows it by this address alone.
  $schema: "http://json-schema.org/draft-07/schema#",
});

function schemaErrors(document: Parsed): readonly string[] {
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test("it is as the schema of Compose says", () => {
  expect(schemaErrors(compose)).toEqual([]);
});

test("a member that Compose does not know would be found", () => {
  const wrong = structuredClone(compose);
  wrong.services.server.read_onyl = true;
  expect(schemaErrors(wrong).join()).toContain("/services/server must NOT have additional properties");
});

test("a migration runs before a server and two workers, once the database is healthy", () => {
  const { migrate, server, worker, postgres } = compose.services;
  expect(migrate.depends_on.postgres.condition).toBe("service_healthy");
  expect(migrate.restart).toBe("no");
  for (const each of [server, worker])
    expect(each.depends_on.migrate.condition).toBe("service_completed_successfully");
  expect(worker.deploy.replicas).toBe(2);
  const [volume] = postgres.volumes[0].split(":");
  expect(Object.keys(compose.volumes)).toContain(volume);
});

describe.each(programs)("%s", (name) => {
  const service: Parsed = compose.services[name];

  test("has commands, flags and settings that there are", () => {
    const env = { ...service.environment, DATABASE_URL: "postgres://slice:a@postgres/slice" };
    expect(mistakeIn(service.command, env)).toBeUndefined();
  });

  test("has no privileges, and no files that it could write", () => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], init: true });
    expect(service.security_opt).toContain("no-new-privileges:true");
  });

  test("has time to stop", () => {
    const graceMs = Number(service.environment.SHUTDOWN_GRACE_MS ?? 10_000);
    expect(secondsOf(service.stop_grace_period)).toBeGreaterThan(graceMs / 1000 + 5);
  });
});

test("its images have a version", () => {
  for (const { image } of Object.values<Parsed>(compose.services)) expect(image).toMatch(/:\d/);
});
