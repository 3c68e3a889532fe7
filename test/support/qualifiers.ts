// The qualifiers as the oracles know them: spelled a second time on purpose, so that a slip in the vocabulary is seen.

/** What the language says of each, in the order in which filters are emitted. */
export const oracleRows = [
  { word: "type", means: "entity-type" },
  { word: "shape", means: "name", lookup: "shapes", path: "shape_id" },
  { word: "source", means: "name", lookup: "sources", path: "source_id" },
  { word: "source-shape", means: "name", lookup: "shapes", path: "source_shape_id" },
  { word: "after", means: "date", bound: "start" },
  { word: "before", means: "date", bound: "end" },
  { word: "edge", means: "nothing" },
  { word: "agent", means: "nothing" },
  { word: "sort", means: "nothing" },
] as const;

type OracleRow = (typeof oracleRows)[number];

/** A qualifier whose names are looked up. */
export type NameRow = Extract<OracleRow, { readonly means: "name" }>;

/** A qualifier that decides what is in the slice. */
export type MembershipRow = Exclude<OracleRow, { readonly means: "nothing" }>;

/** The words of all. */
export const QUALIFIERS: readonly OracleRow["word"][] = oracleRows.map(({ word }) => word);

/** Those whose names are looked up. */
export const nameRows: readonly NameRow[] = oracleRows.filter((row) => row.means === "name");

/** The words of those that decide what is in the slice. */
export const MEMBERSHIP: readonly MembershipRow["word"][] = oracleRows
  .filter((row) => row.means !== "nothing")
  .map(({ word }) => word);

/** Words as messages list them: `a:`, `b:` and `c:`, each in backquotes. */
export function listed(words: readonly string[], last: "and" | "or"): string {
  const quoted = words.map((word) => `\`${word}:\``);
  return `${quoted.slice(0, -1).join(", ")} ${last} ${quoted.at(-1) ?? ""}`;
}
