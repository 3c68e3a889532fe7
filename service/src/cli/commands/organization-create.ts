// The command `organization create`.

import { grantCommand, grantCredits } from "../../credits/ledger.ts";
import { systemTransaction, type Transaction } from "../../database/transaction.ts";
import { createKey } from "../../organizations/key.ts";
import { createOrganization, type IdAndName } from "../../organizations/organizations.ts";
import { createProject } from "../../organizations/projects.ts";
import { creditsOfText } from "../credits-text.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand, type Flag } from "../define.ts";
import { jsonFlag, printResult } from "../print.ts";

/** Enough to try loops: for 1 000 000 characters that are read once. */
const startCredits = 1000;

const flags = {
  project: { type: "string", value: "P", help: "Also create a project of this name" },
  "with-key": {
    type: "boolean",
    help: "Also create an API key and print it: for the project, or without --project for the organization",
  },
  credits: {
    type: "string",
    value: "N",
    help: `Grant as many credits for loops; 0 for none (default: ${startCredits})`,
  },
  ...jsonFlag,
  ...dataFlag,
} as const satisfies Readonly<Record<string, Flag>>;

/** Creates an organization with some credits, and on request its first project and key. */
export const organizationCreate: Command = defineCommand({
  name: "organization create",
  argument: { name: "NAME", help: "its name; no other organization may have it" },
  help: "Create an organization, which has projects and keys",
  flags,
  options: (input) => {
    const credits = input.text("credits");
    return {
      where: whereOf(input),
      name: input.argument,
      project: input.text("project"),
      hasKey: input.isSet("with-key"),
      credits: credits === undefined ? undefined : creditsOfText(credits, 0),
      asJson: input.isSet("json"),
    };
  },
  run: async ({ where, asJson, ...wanted }) => {
    const created = await withDatabase(
      where,
      async (database) => await systemTransaction(database, async (tx) => await create(tx, wanted)),
    );
    printResult(asJson, created, createdText(created, wanted.credits ?? startCredits));
  },
});

interface Wanted {
  readonly name: string;
  readonly project: string | undefined;
  readonly hasKey: boolean;
  readonly credits: number | undefined;
}

interface Created extends IdAndName {
  readonly project?: IdAndName;
  readonly credits?: number;
  readonly key_id?: string;
  readonly key?: string;
}

/** All or nothing. */
async function create(tx: Transaction, { name, project, hasKey, credits }: Wanted): Promise<Created> {
  const organization = await createOrganization(tx, name);
  const ofProject = project === undefined ? undefined : await createProject(tx, organization, project);
  const granted = credits ?? startCredits;
  if (granted > 0) await grantCredits(tx, organization.id, granted);
  const common = {
    organizationId: organization.id,
    name: undefined,
    permission: "write" as const,
    expiresAt: undefined,
  };
  const key = hasKey ? await createKey(tx, { ...common, projectId: ofProject?.id }) : undefined;
  return {
    ...organization,
    ...(ofProject !== undefined && { project: ofProject }),
    ...(credits !== undefined && { credits }),
    ...(key !== undefined && { key_id: key.id, key: key.key }),
  };
}

function createdText({ id, name, project, key_id, key }: Created, credits: number): string {
  return [
    `organization ${name} ${id}`,
    project !== undefined && `project ${project.name} ${project.id}`,
    credits === 0
      ? `It has no credits, which loops cost; grant some: ${grantCommand(id, "N")}`
      : `${credits} credits for loops; to grant more: ${grantCommand(id, "N")}`,
    key !== undefined && `key ${key_id ?? ""}\n${key}`,
  ]
    .filter((line) => line !== false)
    .join("\n");
}
