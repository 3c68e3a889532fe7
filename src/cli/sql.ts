// A slice as SQL, for the commands that print it.
import { type DialectName, dialectNames, isDialectName } from "../backends/sql/dialects.ts";
import { entityColumns, entityJson } from "../backends/sql/entity-table.ts";
import { type Sql, toSql } from "../backends/sql/to-sql.ts";
import type { FilterDefinition } from "../semantics/definition.ts";
import { closestName } from "../text/closest.ts";
import { listing, show } from "../text/show.ts";
import type { CommandContext } from "./command.ts";
import { Failure } from "./failure.ts";
import { shownJson } from "./output/json-text.ts";

/** The dialect that --dialect names, if it is given. Fails if it does not exist. */
export function readDialect({ args }: CommandContext): DialectName | undefined {
  const name = args.given.get("dialect");
  if (name === undefined || isDialectName(name)) return name;
  const meant = otherNames.get(name.toLowerCase()) ?? closestDialect(name);
  const advice = meant === undefined ? "" : `; did you mean ${show(meant)}?`;
  throw new Failure(`--dialect is ${listing(dialectNames, "or")}, not ${show(name)}${advice}`);
}

/** Names of databases that no dialect is called by, nor nearly. */
const otherNames: ReadonlyMap<string, DialectName> = new Map([
  ["mariadb", "mysql"],
  ["pg", "postgres"],
]);

const closestDialect = closestName(dialectNames);

/** The same where it has to be given. */
export function requireDialect(context: CommandContext): DialectName {
  const dialect = readDialect(context);
  if (dialect !== undefined) return dialect;
  throw new Failure(`--dialect is missing: use ${listing(dialectNames, "or")}`);
}

/** A filter as an expression for a WHERE clause over the table of entities. */
export function sqlOf(filter: FilterDefinition, dialect: DialectName): Sql {
  try {
    return toSql(filter, { dialect, columns: entityColumns, json: entityJson });
  } catch (error) {
    // An ID of the catalog can be a lone surrogate, which no database accepts.
    if (error instanceof TypeError) throw new Failure(`the slice cannot be written as SQL: ${error.message}`);
    throw error;
  }
}

/** The expression, then its parameters as comments. */
export function sqlLines({ text, params }: Sql, dialect: DialectName): readonly string[] {
  // A number after the other dialects' `?` would look like a sign of its own.
  const name = dialect === "postgres" ? "$" : "parameter ";
  const comments = params.map((value, index) => `-- ${name}${String(index + 1)} = ${shownJson(value)}`);
  return [text, ...comments];
}
