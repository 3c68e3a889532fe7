// Changes of a delta that conflict with what is stored.

import { Problem } from "../values/problem.ts";
import { Refusal } from "../values/refusal.ts";
import { counted, plain, printResult } from "./print.ts";

/** Prints the conflicts of an error, as there may be many, and turns it into a reason; leaves other errors as they are. */
export function conflictsOf(error: unknown, asJson: boolean, outcome: string, advice: string): unknown {
  if (!(error instanceof Problem) || error.code !== "delta_conflict") return error;
  const { errors = [] } = error.options;
  const conflicts = errors.map(({ pointer, message }) => ({ change_id: pointer.slice(1), message }));
  const lines = conflicts.map(({ change_id, message }) => `${change_id}  ${plain(message)}`);
  printResult(asJson, { conflicts }, lines.join("\n"));
  return new Refusal(`${outcome}, because of ${counted(conflicts.length, "conflict")}; ${advice}`);
}
