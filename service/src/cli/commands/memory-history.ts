// The command `memory history`.

import { Problem } from "../../values/problem.ts";
import { Refusal } from "../../values/refusal.ts";
import { commandOnId } from "../command-on-id.ts";
import type { Command } from "../define.ts";
import { counted, shortened } from "../print.ts";

/** Shows the versions of a memory. */
export const memoryHistory: Command = commandOnId({
  thing: "memory",
  verb: "history",
  help: "Show the versions of a memory, the first one first",
  details: "A memory of the scope agent is not shown: only the key that wrote one may recall it.",
  isolation: "repeatable read",
  work: () => async (tx, tenant, id) => {
    const { readAllVersions } = await import("../../memories/history.ts");
    const versions = await readAllVersions(tx, tenant, id).catch((error: unknown) => {
      const isUnknown = error instanceof Problem && error.code === "not_found";
      throw isUnknown
        ? new Refusal(`the memory \`${id}\` has expired, or only its key may recall it`)
        : error;
    });
    const lines = versions.map(
      ({ version, change, at, key_id, kind, content }) =>
        `${String(version)}  ${change}  ${at}  key ${key_id}  ${kind ?? "no kind"}  ${shortened(content, maxShown)}`,
    );
    const title = `memory ${id}: ${counted(versions.length, "version")}`;
    return { value: { versions }, text: [title, ...lines].join("\n") };
  },
});

/** Characters of a content on its line. */
const maxShown = 80;
