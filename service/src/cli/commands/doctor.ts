// The command `doctor`: reports what is configured, what is reachable, and what is wrong.

import { styleText } from "node:util";
import type { Pool } from "pg";
import manifest from "../../../package.json" with { type: "json" };
import { DatabaseError } from "../../database/database-error.ts";
import { urlsOf } from "../../database/hosts.ts";
import { createPool } from "../../database/pool.ts";
import { checkDatabase } from "../../operations/check-database.ts";
import { checkFolder, hasDatabase } from "../../operations/check-folder.ts";
import { checkHosts } from "../../operations/check-hosts.ts";
import { type Check, error, ok, warning } from "../../operations/doctor.ts";
import {
  dataFlag,
  describeConnection,
  optionsFor,
  unusable,
  type Where,
  whereOf,
  withConnection,
} from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { reasonOf } from "../failure.ts";
import { jsonFlag, printResult } from "../print.ts";
import type { Settings } from "../settings.ts";

/** Checks, and changes nothing. The exit status is 1 if the service could not serve. */
export const doctor: Command = defineCommand({
  name: "doctor",
  help: "Report what is configured, what is reachable, and what is wrong",
  details:
    "It changes nothing, and asks the models that are set one tiny question each. It exits with 0 if the service can run, otherwise with 1.",
  flags: { ...jsonFlag, ...dataFlag },
  options: (input) => ({ where: whereOf(input), settings: input.settings, asJson: input.isSet("json") }),
  run: async ({ where, settings, asJson }) => {
    const checks = [
      program(),
      configured(settings),
      extractor(settings),
      webhooks(settings),
      ...(await asked(settings)),
      ...(await looked(where, settings)),
    ];
    const canServe = checks.every(({ status }) => status !== "error");
    printResult(asJson, { ok: canServe, checks }, checks.map(lineOf).join("\n"));
    return canServe ? 0 : 1;
  },
});

function program(): Check {
  return ok("program", `slice-service ${manifest.version} on Node ${process.versions.node}`);
}

function configured(settings: Settings): Check {
  const { databaseUrl, isDatabasePooled, databasePoolSize, rateLimitPerMinute, shutdownGraceMs } = settings;
  const pooler = isDatabasePooled ? ", DATABASE_POOLER transaction" : "";
  const database = databaseUrl === undefined ? "the embedded database" : `DATABASE_URL${pooler}`;
  return ok(
    "settings",
    `${database}, DATABASE_POOL_SIZE ${databasePoolSize}, RATE_LIMIT_PER_MINUTE ${rateLimitPerMinute}, SHUTDOWN_GRACE_MS ${shutdownGraceMs}`,
  );
}

/** Describes the configured extractor. */
function extractor({ model }: Settings): Check {
  if (model === undefined) return ok("extractor", "patterns; set MODEL_URL and MODEL_NAME to use a model");
  const { protocol, hostname, host } = new URL(model.url);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  if (protocol === "http:" && !isHere)
    return warning(
      "extractor",
      `the model ${model.name} at ${host} is called without encryption: documents${model.key === undefined ? "" : " and MODEL_KEY"} can be read in transit; use https`,
    );
  return ok("extractor", `the model ${model.name} at ${host}`);
}

/** Describes what webhooks may call. */
function webhooks({ webhookHosts }: Settings): Check {
  if (webhookHosts === undefined)
    return ok("webhooks", "off; set WEBHOOK_HOSTS to the hosts that they may call");
  const { named, endings } = webhookHosts;
  const each = [...named, ...endings.map((ending) => `*${ending}`)].join(", ");
  if (endings.includes("")) return ok("webhooks", `may call every public host with https, and ${each}`);
  return ok("webhooks", `may call ${each}`);
}

/** Each is loaded only if it is configured. */
async function asked({ model, embedding }: Settings): Promise<readonly Check[]> {
  const checks: Check[] = [];
  if (model !== undefined)
    checks.push(await (await import("../../operations/check-model.ts")).checkModel(model));
  if (embedding !== undefined)
    checks.push(await (await import("../../operations/check-embedding.ts")).checkEmbedding(embedding));
  return checks;
}

async function looked(where: Where, settings: Settings): Promise<readonly Check[]> {
  const folder = "folder" in where ? checkFolder(where.folder) : [];
  // A check must not create a database.
  if ("folder" in where && !hasDatabase(where.folder)) return folder;
  try {
    return [...folder, ...(await lookedInto(where, settings))];
  } catch (thrown) {
    const detail = thrown instanceof DatabaseError ? thrown.message : reasonOf(thrown);
    return [...folder, error("database", detail)];
  }
}

async function lookedInto(where: Where, { embedding }: Settings): Promise<readonly Check[]> {
  return await withConnection(where, async (connection) => {
    const { isPooled } = optionsFor(where);
    const urls = "url" in connection ? urlsOf(connection.url) : [];
    const hosts = urls.length > 1 ? await checkHosts(urls, isPooled) : [];
    const pool = createPool(connection, { size: 2, isPooled });
    try {
      await pool.query("select");
      const answers = ok("database", `${describeConnection(connection)} answers`);
      const found = await checkDatabase(pool, where.poolSize);
      return [...hosts, answers, ...found, ...(await vectors(pool, embedding))];
    } catch (thrown) {
      return [...hosts, error("database", unusable(connection, thrown).message)];
    } finally {
      await pool.end();
    }
  });
}

async function vectors(pool: Pool, embedding: Settings["embedding"]): Promise<readonly Check[]> {
  if (embedding === undefined) return [];
  const { checkVectors } = await import("../../operations/check-vectors.ts");
  try {
    return await checkVectors(pool, embedding.cacheBytes);
  } catch (thrown) {
    // Many take longer to count than a statement may.
    return [
      warning(
        "vectors",
        `whether they fit into memory is not known, as they cannot be counted; try again at a quieter time: ${reasonOf(thrown)}`,
      ),
    ];
  }
}

const colors = { ok: "green", warning: "yellow", error: "red" } as const;

function lineOf({ name, status, detail }: Check): string {
  return `${styleText(colors[status], status.padEnd(7))}  ${name}: ${detail}`;
}
