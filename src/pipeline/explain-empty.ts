// Why the slice of a query is empty, in plain words.
import { isEmpty } from "../algebra/relations.ts";
import { firstTimestamp } from "../semantics/timestamp.ts";
import { listing, show } from "../text/show.ts";
import { type QualifierRow, qualifiers } from "../vocabulary/qualifiers.ts";
import type { Compiled } from "./compile.ts";
import { dateTerms, showMilliseconds, writtenNames } from "./explain-text.ts";

/** Every reason why no entity can be in a slice, without full stops; none if some entity can. */
export function emptyReasons(compiled: Compiled): readonly string[] {
  if (!isEmpty(compiled.filter_definition)) return [];
  const reasons = [
    ...qualifiers.flatMap((row) => (isUnknown(row, compiled) ? [unknownReason(row, compiled)] : [])),
    ...rangeReason(compiled),
  ];
  // With names of fields that the caller chose, two kinds can ask the same property for different values.
  return reasons.length > 0 ? reasons : ["no entity can meet all of its conditions at once"];
}

/** Whether a query has names of a qualifier, and none of them is known. */
export function isUnknown(row: QualifierRow, { query, unresolved }: Compiled): boolean {
  if (row.lookup === undefined) return false;
  const names = writtenNames(row, query);
  const unknown = new Set(unresolved[row.lookup]);
  return names.length > 0 && names.every((name) => unknown.has(name));
}

function unknownReason(row: QualifierRow, { query }: Compiled): string {
  return `no \`${row.word}:\` name is known (${listing(writtenNames(row, query).map(show))})`;
}

function rangeReason({ query, filter_definition: { dateRange } }: Compiled): readonly string[] {
  const { start = firstTimestamp, end } = dateRange ?? {};
  // The texts of timestamps are in the order of time.
  if (end === undefined || start < end) return [];
  const ending = `${showMilliseconds(end)} (${dateTerms("end", query)})`;
  return dateRange?.start === undefined
    ? [`it ends at ${ending}, and no date is earlier`]
    : [
        `it begins at ${showMilliseconds(start)} (${dateTerms("start", query)}), which is not before its end at ${ending}`,
      ];
}
