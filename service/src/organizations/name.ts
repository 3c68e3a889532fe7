// Names of organizations, projects and keys.

import { Refusal } from "../values/refusal.ts";
import { isUuid } from "../values/uuid.ts";

/** Another organization, or another project of the organization, has this name. */
export class NameTaken extends Refusal {
  override readonly name = "NameTaken";

  constructor(kind: "organization" | "project", taken: string) {
    super(
      `there is already ${kind === "organization" ? "an" : "a"} ${kind} \`${taken}\`; choose another name`,
    );
  }
}

const longest = 200;

/** Throws a {@link Refusal} for a name that looks like an ID, or that cannot be read or typed. */
export function requireName(name: string): void {
  const refuse = (reason: string): never => {
    throw new Refusal(`the name ${JSON.stringify(name)} ${reason}`);
  };
  if (name.trim() === "") refuse("is empty");
  if (name !== name.trim()) refuse("begins or ends with white space");
  if (name.length > longest) refuse(`is longer than ${longest} characters`);
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) refuse("has an unprintable character");
  if (isUuid(name)) refuse("looks like an ID, and would be mistaken for one");
}
