// Applying every certain fix to a file of queries, query by query.
import { fixesInFile, splitQueries } from "../syntax/query-file.ts";
import { applyEdits } from "../text/edits.ts";
import { fixAll, maxRounds } from "./fix-all.ts";
import { type ValidateOptions, validate } from "./validate.ts";

/** Applies every preferred fix to each query of a file, but none that would join or part queries, or drop a comment. */
export function fixQueries(file: string, options: ValidateOptions & { readonly now: Date | number }): string {
  let current = file;
  for (let round = 0; round < maxRounds; round++) {
    const edits = splitQueries(current).queries.flatMap((query) => {
      const { text } = query;
      const fixed = fixAll(text, options);
      if (fixed === text) return [];
      const certain = validate(text, options).flatMap(({ fixes = [] }) =>
        fixes.filter(({ preferred }) => preferred === true).slice(0, 1),
      );
      const all = { span: { start: 0, end: text.length }, text: fixed };
      return fixesInFile(
        current,
        query,
        [all],
        certain.map((fix) => fix.edits),
      );
    });
    const next = applyEdits(current, edits);
    if (next === current) return current;
    current = next;
  }
  return current;
}
