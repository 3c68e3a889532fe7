// Code shared by all commands that import a file.

import { analyze } from "../database/analyze.ts";
import {
  type Database,
  systemTransaction,
  type Tenant,
  type Transaction,
  transaction,
} from "../database/transaction.ts";

import { importFile } from "../files/import.ts";
import type { ImportKind } from "../files/kind.ts";
import { operatorTenant } from "../organizations/projects.ts";
import { dataFlag, type Where, whereOf, withDatabase } from "./database.ts";
import { type Command, defineCommand, type Flag, type Input } from "./define.ts";
import { lookUpProject, type ProjectName, projectFlags, projectNameOf } from "./flags.ts";
import { openInput } from "./input-file.ts";
import { jsonFlag, printResult } from "./print.ts";
import { followImport } from "./progress.ts";

/** What an import needs inside its transaction. */
export interface Prepared<Row> {
  readonly kind: ImportKind<Row>;
  /** What was created for the import, reported with its result. */
  readonly besides?: Readonly<Record<string, number>>;
}

/** Prepares what an import needs, in its transaction. */
export type Prepare<Row> = (
  tx: Transaction,
  tenant: Tenant,
  database: Database,
) => Prepared<Row> | Promise<Prepared<Row>>;

/** How one import differs from the others. */
export interface ImportSpec<Own extends string, Row> {
  /** The name of what a line holds, such as `entity`. */
  readonly what: string;
  readonly plural: string;
  readonly details: string;
  readonly flags: Readonly<Record<Own, Flag>>;
  /** Loads the reader of these lines on demand; other commands start without it. */
  readonly prepare: (input: Input<Own>) => Promise<Prepare<Row>>;
}

const commonFlags = {
  ...projectFlags,
  verbose: {
    type: "boolean",
    help: "Report progress every few seconds, even with --json and without a terminal",
  },
  ...jsonFlag,
  ...dataFlag,
} as const satisfies Readonly<Record<string, Flag>>;

interface Options<Row> {
  readonly where: Where;
  readonly project: ProjectName;
  readonly file: string;
  readonly isVerbose: boolean;
  readonly asJson: boolean;
  readonly plural: string;
  readonly prepare: () => Promise<Prepare<Row>>;
}

/** A command such as `entity import`. */
export function importCommand<Own extends string, Row>(spec: ImportSpec<Own, Row>): Command {
  return defineCommand<Own | keyof typeof commonFlags, Options<Row>>({
    name: `${spec.what} import`,
    argument: { name: "FILE", help: "a file of JSON lines; - is standard input" },
    help: `Import ${spec.plural} into a project, all or none`,
    details: spec.details,
    flags: { ...spec.flags, ...commonFlags },
    options: (input) => ({
      where: whereOf(input),
      project: projectNameOf(input),
      file: input.argument,
      isVerbose: input.isSet("verbose") || !input.isSet("json"),
      asJson: input.isSet("json"),
      plural: spec.plural,
      prepare: async () => await spec.prepare(input),
    }),
    run: runImport,
  });
}

/** Created rows after which statistics are collected: fewer hardly change a plan, and on a large store it takes seconds. */
const manyRows = 1000;

async function runImport<Row>(options: Options<Row>): Promise<void> {
  const file = await openInput(options.file);
  const prepare = await options.prepare();
  const progress = followImport(file, process.stderr, options.isVerbose);
  try {
    const result = await withDatabase(options.where, async (database) => {
      const project = await systemTransaction(
        database,
        async (tx) => await lookUpProject(tx, options.project),
      );
      const tenant = operatorTenant(project);
      const imported = await transaction(database, tenant, async (tx) => {
        const { kind, besides } = await prepare(tx, tenant, database);
        const { name } = file;
        const done = await importFile(tx, tenant, kind, { name, chunks: progress.chunks }, progress.onRows);
        return { ...done, ...besides };
      });
      if (imported.created >= manyRows) await analyze(database);
      return imported;
    });
    progress.end();
    printResult(options.asJson, result, `${options.plural}: ${countsText(result)}`);
  } finally {
    progress.end();
  }
}

/** `created 3, updated 0`, and other results. */
function countsText(counts: object): string {
  return Object.entries(counts)
    .map(([what, count]) => `${what.replaceAll("_", " ")} ${String(count)}`)
    .join(", ");
}
