// The command `loop start`.

import { findNamed } from "../../catalog/find-named.ts";
import {
  type Database,
  systemTransaction,
  type Tenant,
  type Transaction,
  transaction,
} from "../../database/transaction.ts";
import type { describeLoop } from "../../loops/start.ts";
import { requireWriter } from "../../organizations/key.ts";
import { operatorTenant } from "../../organizations/projects.ts";
import { readJson } from "../../values/json.ts";
import { loopEfforts, loopKinds } from "../../values/loop-kinds.ts";
import { Problem } from "../../values/problem.ts";
import { Refusal } from "../../values/refusal.ts";
import { isUuid } from "../../values/uuid.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand, type Flag, type Input } from "../define.ts";
import { UsageError } from "../failure.ts";
import { lookUpProject, numberAfter, projectFlags, projectNameOf } from "../flags.ts";
import { counted, jsonFlag, printResult } from "../print.ts";
import { loopSettingsOf } from "../settings.ts";

const flags = {
  ...projectFlags,
  goal: {
    type: "string",
    value: "TEXT",
    help: "What to look for; for a hydrate, --subject or --purpose is enough",
  },
  kind: { type: "string", value: "K", help: `${loopKinds.join(" or ")} (default: ${loopKinds[0]})` },
  subject: { type: "string", value: "TEXT", help: "What a hydrate is about: a name, or the ID of an entity" },
  purpose: { type: "string", value: "TEXT", help: "What a hydrate is for" },
  source: {
    type: "string",
    value: "S",
    repeats: true,
    help: "A source to read, by name or ID; repeatable (default: all)",
  },
  shape: {
    type: "string",
    value: "S",
    repeats: true,
    help: "A shape to look for, by name or ID; repeatable (default: all)",
  },
  effort: {
    type: "string",
    value: "E",
    help: `${loopEfforts.join(" or ")}, which reads twice and costs double (default: ${loopEfforts[0]})`,
  },
  iterations: { type: "string", value: "N", help: "The maximum number of iterations, 1 to 50 (default: 10)" },
  threshold: { type: "string", value: "Q", help: "The quality at which to stop, 0 to 1 (default: 0.8)" },
  "head-delta": { type: "string", value: "ID", help: "An open delta to continue" },
  reread: { type: "boolean", help: "Read again what was read before and has not changed" },
  reconsider: {
    type: "boolean",
    help: "Stage again what was rejected, and read again the documents that say it",
  },
  key: {
    type: "string",
    value: "ID",
    help: "The ID of the key to run it with (default: the oldest that may write in the project)",
  },
  "dry-run": { type: "boolean", help: "Show what it would read and cost, and start nothing" },
  watch: { type: "boolean", help: "Show its progress until it ends, like `loop watch`" },
  ...jsonFlag,
  ...dataFlag,
} as const satisfies Readonly<Record<string, Flag>>;

/** Starts a loop. */
export const loopStart: Command = defineCommand({
  name: "loop start",
  help: "Start a loop: it reads documents, and stages what it finds in a delta",
  details: `It reserves its maximum cost, and runs in a server or a worker, one of which must be running. Its finds take effect once
\`delta apply\` has applied it.`,
  flags,
  options: askedIn,
  run: async (asked) => await withDatabase(asked.where, async (database) => await start(database, asked)),
});

type Asked = ReturnType<typeof askedIn>;

function askedIn(input: Input<keyof typeof flags>) {
  const { text, all, isSet } = input;
  if (isSet("watch") && isSet("dry-run"))
    throw new UsageError("--dry-run starts nothing that --watch could show; leave out one of them");
  const kind = oneOf("kind", text("kind"), loopKinds);
  const [subject, purpose] = [text("subject"), text("purpose")];
  const hasPurpose = kind === "hydrate" && (subject ?? purpose) !== undefined;
  return {
    where: whereOf(input),
    settings: loopSettingsOf(input.settings),
    project: projectNameOf(input),
    key: text("key"),
    isDryRun: isSet("dry-run"),
    isWatched: isSet("watch"),
    asJson: isSet("json"),
    sources: all("source"),
    shapes: all("shape"),
    subject: subject !== undefined && isUuid(subject) ? { id: subject } : subject,
    purpose,
    rereads: isSet("reread"),
    reconsiders: isSet("reconsider"),
    /** The other members of the API's request body. */
    body: {
      kind,
      goal: text("goal") === undefined && hasPurpose ? undefined : input.required("goal"),
      head_delta_id: text("head-delta"),
      loop: {
        effort: oneOf("effort", text("effort"), loopEfforts),
        max_iterations: numberAfter("iterations", text("iterations"), { least: 1, most: 50 }),
        quality_threshold: numberAfter("threshold", text("threshold"), { least: 0, most: 1, isShare: true }),
      },
    },
  };
}

function oneOf(flag: string, text: string | undefined, known: readonly string[]): string | undefined {
  if (text === undefined || known.includes(text)) return text;
  throw new UsageError(`--${flag} must be ${known.join(" or ")}, not \`${text}\``);
}

async function start(database: Database, asked: Asked): Promise<number> {
  // The other commands start without loading loops.
  const { describeLoop, resolveLoop, startLoop } = await import("../../loops/start.ts");
  const { toLoopStarted, selectShownLoops } = await import("../../loops/rows.ts");
  const { settings, isDryRun, isWatched, asJson } = asked;
  const tenant = await systemTransaction(database, async (tx) => await tenantFor(tx, asked));
  const { described, row } = await transaction(database, tenant, async (tx) => {
    const compiled = await resolveLoop(tx, tenant, await buildBody(tx, tenant, asked), settings);
    const id = isDryRun ? undefined : await startLoop(tx, tenant, compiled, settings).catch(explain);
    return {
      described: describeLoop(compiled, tenant),
      row: id === undefined ? undefined : await tx.first(selectShownLoops(tenant).where("id", "=", id)),
    };
  });
  if (row === undefined) {
    printResult(asJson, described, `would read ${planText(described)}`);
    return 0;
  }
  const hint = isWatched ? "" : `; to watch it: \`loop watch ${row.id}\``;
  printResult(asJson, toLoopStarted(row), `loop ${row.id} reads ${planText(described)}${hint}`);
  if (!isWatched) return 0;
  const { watchLoop } = await import("../watch.ts");
  return await watchLoop(database, tenant, row.id, { after: 0, asJson });
}

/** The tenant of a loop. A dry run needs no key. */
async function tenantFor(tx: Transaction, { project: name, key, isDryRun }: Asked): Promise<Tenant> {
  const project = await lookUpProject(tx, name);
  const tenant = operatorTenant(project);
  return isDryRun && key === undefined ? tenant : { ...tenant, keyId: await requireWriter(tx, project, key) };
}

/** Builds the request body of the API. Throws a {@link Refusal} for a name that the project does not have, or a text that is too long. */
async function buildBody(
  tx: Transaction,
  tenant: Tenant,
  { sources, shapes, subject, purpose, rereads, reconsiders, body }: Asked,
) {
  const { loopBody } = await import("../../loops/body-schema.ts");
  const { checker } = await import("../../values/check.ts");
  const found = async (table: "source" | "shape", names: readonly string[]) => {
    const ids: string[] = [];
    for (const name of names) ids.push(await findNamed(tx, tenant, table, name));
    return ids.length === 0 ? undefined : ids;
  };
  const repeats = { reread: rereads, reconsider: reconsiders };
  const context = { source_ids: await found("source", sources), subject, purpose, ...repeats };
  const whole = { ...body, context, schema: { shape_ids: await found("shape", shapes) } };
  // JSON.stringify drops undefined members.
  return checker(loopBody)(readJson(JSON.stringify(whole)));
}

/** No problem for a missing worker: anyone at a command line can start one. */
function explain(error: unknown): never {
  if (error instanceof Problem && error.code === "loop_dispatch_unavailable")
    throw new Refusal(
      "no worker is running to take the loop; run `serve` or `worker` on this database, and start the loop again",
    );
  throw error;
}

type Described = ReturnType<typeof describeLoop>;

/** `3 documents (2 117 characters) of 1 source for at most 4 credits` */
function planText({ plan, documents, estimated_credits, unresolved }: Described): string {
  const parts = [
    `${counted(plan.documents, "document")} of ${counted(plan.sources, "source")}, ${counted(plan.characters, "character")}`,
    `${counted(plan.shapes, "shape")} to look for`,
    `at most ${counted(plan.iterations, "iteration")} and ${counted(estimated_credits, "credit")}`,
    ...(documents.unchanged > 0
      ? [`${counted(documents.unchanged, "document")} read before and unchanged`]
      : []),
    ...(unresolved.shapes.length > 0 ? [`${counted(unresolved.shapes.length, "shape")} without types`] : []),
    ...(unresolved.sources.length > 0
      ? [`${counted(unresolved.sources.length, "source")} without documents`]
      : []),
  ];
  return parts.join("; ");
}
