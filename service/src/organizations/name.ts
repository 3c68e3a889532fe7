// Names of organizations, projects and keys.

import { isUuid } from "../http/uuid.ts";
import { Refusal } from "../refusal.ts";

/** Another organization, or another project of the organization, has this name. */
export class NameTaken extends Refusal {
  override readonly name = "NameTaken";

  constructor(kind: "organization" | "project", taken: string) {
    super(
      `there is ${kind === "organization" ? "an" : "a"} ${kind} \`${taken}\` already; choose another name`,
    );
  }
}

const longest = 200;

/** Throws a {@link Refusal} for a name that could not be told from an ID, or that nobody could read or type. */
export function requireName(name: string): void {
  const refuse = (reason: string): never => {
    throw new Refusal(`the name ${JSON.stringify(name)} ${reason}`);
  };
  if (name.trim() === "") refuse("is empty");
  if (name !== name.trim()) refuse("begins or ends with white space");
  if (name.length > longest) refuse(`is longer than ${longest} characters`);
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) refuse("has a character that cannot be printed");
  if (isUuid(name)) refuse("looks like an ID, and would be taken for one");
}
