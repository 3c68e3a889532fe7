// The conditions of a filter whose texts a database can hold.
import { loneSurrogates } from "../text/characters.ts";
import { type Condition, conditionsOf } from "./conditions.ts";
import type { FilterDefinition } from "./definition.ts";

/**
 * The conditions of a filter. Throws a `TypeError` that names the place if it is malformed, has a path deeper than any
 * entity should be, or has half a surrogate pair: on the way to a database that would become U+FFFD, and so another text.
 */
export function storableConditionsOf(filter: FilterDefinition): readonly Condition[] {
  const conditions = conditionsOf(filter);
  for (const condition of conditions) {
    if (condition.keys.length > maxKeys)
      throw new TypeError(
        `${condition.at} has ${condition.keys.length} keys: for a database give at most ${maxKeys}`,
      );
    const values = "values" in condition ? condition.values : "bound" in condition ? [condition.bound] : [];
    if (
      [...condition.keys, ...values].some(
        (each) => typeof each === "string" && each.search(loneSurrogates) >= 0,
      )
    )
      throw new TypeError(
        `${condition.at} has, or is compared with, a lone surrogate, which no database can hold: give well-formed Unicode`,
      );
  }
  return conditions;
}

/** The maximum number of tables that SQLite joins; what is written for a path can be as long as the square of its length. */
const maxKeys = 64;
