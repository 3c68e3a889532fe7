// The command `key create`.

import { systemTransaction, type Transaction } from "../../database/transaction.ts";
import { type CreatedKey, createKey, type NewKey } from "../../organizations/key.ts";
import { findOrganization } from "../../organizations/organizations.ts";
import { findProject } from "../../organizations/projects.ts";
import { isInstant } from "../../values/instant.ts";
import { type Permission, permissions } from "../../values/permission.ts";
import { Problem } from "../../values/problem.ts";
import { Refusal } from "../../values/refusal.ts";
import { newId } from "../../values/uuid.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand, type Flag } from "../define.ts";
import { UsageError } from "../failure.ts";
import { organizationFlag } from "../flags.ts";
import { jsonFlag, printResult } from "../print.ts";

const flags = {
  ...organizationFlag,
  project: {
    type: "string",
    value: "P",
    help: "The only project that the key is for, by name or ID; without it, all projects of the organization",
  },
  permission: {
    type: "string",
    value: "LEVEL",
    help: "What it may do: read, propose (what it writes waits for a review), or write; by default write",
  },
  "read-only": { type: "boolean", help: "The same as `--permission read`" },
  slice: {
    type: "string",
    value: "CQL",
    help: "The entities that alone it sees, such as 'type:Person source:gmail'; needs --project",
  },
  subject: {
    type: "string",
    value: "ID",
    help: "The end user whose memories alone it sees and writes",
  },
  expires: {
    type: "string",
    value: "ISO",
    help: "When it expires, such as 2027-01-31T00:00:00Z",
  },
  name: { type: "string", value: "N", help: "Its name in lists" },
  ...jsonFlag,
  ...dataFlag,
} as const satisfies Readonly<Record<string, Flag>>;

/** Creates a key, and prints it. */
export const keyCreate: Command = defineCommand({
  name: "key create",
  help: "Create an API key and print it",
  details: "It is printed only once; only its hash is stored.",
  flags,
  options: (input) => ({
    where: whereOf(input),
    organization: input.required("organization"),
    project: input.text("project"),
    permission: permissionOf(input.text("permission"), input.isSet("read-only")),
    slice: input.text("slice"),
    subjectId: input.text("subject"),
    expiresAt: parseExpiry(input.text("expires")),
    name: input.text("name"),
    asJson: input.isSet("json"),
  }),
  run: async ({ where, asJson, ...wanted }) => {
    await requireSubject(wanted.subjectId);
    const created = await withDatabase(
      where,
      async (database) => await systemTransaction(database, async (tx) => await create(tx, wanted)),
    );
    const { id, name, key } = created;
    printResult(asJson, { id, name, key }, `key ${id}\n${key}`);
  },
});

interface Wanted {
  readonly organization: string;
  readonly project: string | undefined;
  readonly permission: Permission;
  readonly slice: string | undefined;
  readonly subjectId: string | undefined;
  readonly expiresAt: Date | undefined;
  readonly name: string | undefined;
}

async function create(
  tx: Transaction,
  { organization, project, slice, ...wanted }: Wanted,
): Promise<CreatedKey> {
  const { expiresAt } = wanted;
  if (expiresAt !== undefined && expiresAt <= (await tx.now()))
    throw new UsageError(`--expires \`${expiresAt.toISOString()}\` is in the past`);
  const found = await findOrganization(tx, organization);
  const projectId = project === undefined ? undefined : (await findProject(tx, project, found)).id;
  const key = { organizationId: found.id, projectId, ...wanted };
  return await createKey(tx, await withValidSlice(tx, key, slice));
}

async function withValidSlice(tx: Transaction, key: NewKey, slice: string | undefined): Promise<NewKey> {
  if (slice !== undefined && key.projectId === undefined)
    throw new UsageError("--slice needs --project, as its names are those of a project");
  if (slice === undefined) return key;
  // Loaded here alone: what it takes to compile a slice would make every command start half as slowly again.
  const { withSlice } = await import("../../keys/slice.ts");
  try {
    return await withSlice(tx, { keyId: newId(), limits: undefined }, key, slice);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { diagnostics = [] } = error.options;
    const found = diagnostics.map(({ message }) => message);
    throw new Refusal(`a key cannot have the slice \`${slice}\`: ${found.join(" ")}`);
  }
}

async function requireSubject(text: string | undefined): Promise<void> {
  if (text === undefined) return;
  // Loaded here alone, like what compiles slices.
  const { isSubjectId } = await import("../../memories/subject.ts");
  if (!isSubjectId(text)) throw new UsageError("--subject must be 1 to 200 printable characters");
}

function permissionOf(text: string | undefined, isReadOnly: boolean): Permission {
  if (text === undefined) return isReadOnly ? "read" : "write";
  const permission = permissions.find((each) => each === text);
  if (permission === undefined)
    throw new UsageError(`--permission must be read, propose or write, not \`${text}\``);
  if (isReadOnly && permission !== "read")
    throw new UsageError(`--read-only is --permission read, and cannot be combined with ${permission}`);
  return permission;
}

function parseExpiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  if (!isInstant(text))
    throw new UsageError(
      `--expires must be an instant with its offset, such as 2027-01-31T00:00:00Z, not \`${text}\``,
    );
  return new Date(text);
}
