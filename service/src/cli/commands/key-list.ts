// The command `key list`.

import { systemTransaction } from "../../database/transaction.ts";
import { type KnownKey, listKeys } from "../../organizations/key.ts";
import { findOrganization } from "../../organizations/organizations.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { organizationFlag } from "../flags.ts";
import { jsonFlag, printResult } from "../print.ts";

/** Lists the keys of an organization. */
export const keyList: Command = defineCommand({
  name: "key list",
  help: "List the keys of an organization, without the secrets",
  flags: { ...organizationFlag, ...jsonFlag, ...dataFlag },
  options: (input) => ({
    where: whereOf(input),
    organization: input.required("organization"),
    asJson: input.isSet("json"),
  }),
  run: async ({ where, organization, asJson }) => {
    const keys = await withDatabase(
      where,
      async (database) =>
        await systemTransaction(
          database,
          async (tx) => await listKeys(tx, (await findOrganization(tx, organization)).id),
        ),
    );
    const shown = keys.map(({ slices, ...key }) => ({ ...key, slice: slices.at(-1) ?? null }));
    printResult(asJson, { keys: shown }, keys.length === 0 ? "no keys" : keys.map(lineOf).join("\n"));
  },
});

function lineOf({
  id,
  name,
  project_id,
  permission,
  slices,
  subject_id,
  parent_id,
  expires_at,
  revoked_at,
  is_valid,
}: KnownKey): string {
  const parts = [
    id,
    name ?? "(no name)",
    project_id === null ? "all projects" : `project ${project_id}`,
    permission,
    ...(slices.length === 0 ? [] : [`slice ${slices.at(-1) ?? ""}`]),
    ...(subject_id === null ? [] : [`subject ${subject_id}`]),
    ...(parent_id === null ? [] : [`made by ${parent_id}`]),
    ...(expires_at === null ? [] : [`expires ${expires_at.toISOString()}`]),
    ...(revoked_at === null ? [] : [`revoked ${revoked_at.toISOString()}`]),
    ...(is_valid || revoked_at !== null ? [] : ["not valid"]),
  ];
  return parts.join("  ");
}
