// Commands on a loop, a delta or a memory that is given by its ID alone.

import { sql } from "kysely";
import type { Isolation } from "../database/begin.ts";
import {
  type Database,
  systemTransaction,
  type Tenant,
  type Transaction,
  transaction,
} from "../database/transaction.ts";
import { operatorTenant } from "../organizations/projects.ts";
import { Refusal } from "../values/refusal.ts";
import { isUuid } from "../values/uuid.ts";
import { dataFlag, type Where, whereOf, withDatabase } from "./database.ts";
import { type Argument, type Command, defineCommand, type Flag, type Input } from "./define.ts";
import { UsageError } from "./failure.ts";
import { jsonFlag, printResult } from "./print.ts";

/** The kinds of objects that these commands take. */
export type Thing = "loop" | "delta" | "memory";

/** The argument that names one. */
export function idArgument(thing: Thing): Argument {
  const shownBy = thing === "memory" ? "GET /v1/memories" : "loop list";
  return { name: `${thing.toUpperCase()}_ID`, help: `the ID of a ${thing}, as \`${shownBy}\` shows it` };
}

/** Reads an ID. Throws a {@link UsageError} for a text that cannot be one. */
export function parseId(thing: Thing, text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new UsageError(`\`${text}\` is not an ID; write ${idArgument(thing).help}`);
}

/** The operator's view of the project of such an object. Throws a {@link Refusal} if there is none with this ID. */
export async function findTenant(database: Database, thing: Thing, id: string): Promise<Tenant> {
  const query = sql<{ readonly id: string; readonly name: string; readonly organizationId: string }>`
    select p.id, p.name, p.organization_id as "organizationId" from ${sql.table(thing)} t
    join project p on p.id = t.project_id where t.id = ${id}`;
  const project = await systemTransaction(database, async (tx) => await tx.first(query));
  if (project === undefined) throw new Refusal(`there is no ${thing} with the ID \`${id}\``);
  return operatorTenant(project);
}

/** What a command prints: an object with --json, else a text. */
interface Outcome {
  readonly value: object;
  readonly text: string;
}

type Work = (tx: Transaction, tenant: Tenant, id: string) => Promise<Outcome>;

/** How one of these commands differs from the others. */
export interface OnIdSpec<Own extends string> {
  readonly thing: Thing;
  readonly verb: string;
  readonly help: string;
  readonly details?: string;
  readonly flags?: Readonly<Record<Own, Flag>>;
  readonly isolation?: Isolation;
  /** Runs in the transaction; loads the modules it needs on demand. */
  readonly work: (input: Input<Own | "json">) => Work;
}

/** A command such as `delta show`. */
export function commandOnId<Own extends string = never>(spec: OnIdSpec<Own>): Command {
  const { thing, verb, work, isolation, flags, ...described } = spec;
  return defineCommand<
    string,
    { readonly where: Where; readonly id: string; readonly work: Work; readonly asJson: boolean }
  >({
    ...described,
    name: `${thing} ${verb}`,
    argument: idArgument(thing),
    flags: { ...flags, ...jsonFlag, ...dataFlag },
    options: (input) => ({
      where: whereOf(input),
      id: parseId(thing, input.argument),
      work: work(input),
      asJson: input.isSet("json"),
    }),
    run: async (asked) => {
      const { value, text } = await withDatabase(asked.where, async (database) => {
        const tenant = await findTenant(database, thing, asked.id);
        return await transaction(
          database,
          tenant,
          async (tx) => await asked.work(tx, tenant, asked.id),
          isolation,
        );
      });
      printResult(asked.asJson, value, text);
    },
  });
}
