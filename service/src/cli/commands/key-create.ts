// The command `key create`.

import { IsDateTime } from "typebox/format";
import { systemTransaction, type Transaction } from "../../database/transaction.ts";
import { type CreatedKey, createKey } from "../../organizations/key.ts";
import { findOrganization } from "../../organizations/organizations.ts";
import { findProject } from "../../organizations/projects.ts";
import { type Permission, permissions } from "../../values/permission.ts";
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
    expiresAt: parseExpiry(input.text("expires")),
    name: input.text("name"),
    asJson: input.isSet("json"),
  }),
  run: async ({ where, asJson, ...wanted }) => {
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
  readonly expiresAt: Date | undefined;
  readonly name: string | undefined;
}

async function create(tx: Transaction, { organization, project, ...wanted }: Wanted): Promise<CreatedKey> {
  const { expiresAt } = wanted;
  if (expiresAt !== undefined && expiresAt <= (await tx.now()))
    throw new UsageError(`--expires \`${expiresAt.toISOString()}\` is in the past`);
  const found = await findOrganization(tx, organization);
  const projectId = project === undefined ? undefined : (await findProject(tx, project, found)).id;
  return await createKey(tx, { organizationId: found.id, projectId, ...wanted });
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
  if (!IsDateTime(text) || Number.isNaN(Date.parse(text)))
    throw new UsageError(
      `--expires must be an instant with its offset, such as 2027-01-31T00:00:00Z, not \`${text}\``,
    );
  return new Date(text);
}
