// What code costs at best, in a few seconds, for a test that compares it with plain code in the same run.
import { parsedEntities } from "./backends/entities.ts";
import { caseOf } from "./backends/filters.ts";
import { predicateOf } from "./backends/predicates.ts";
import { corpus } from "./corpus.ts";
import type { Figures } from "./harness.ts";
import { leastNanosecondsOf } from "./measure.ts";
import { predicateNames } from "./peers/names.ts";
import { subject, subjectNamed } from "./variants.ts";

/** Nanoseconds a query of 6 to 10 terms; or, for the name of a predicate, an entity. */
export async function checkWork([name = ""]: readonly string[]): Promise<Figures> {
  const predicate = predicateNames.find((each) => each === name);
  if (predicate !== undefined) {
    const entities = parsedEntities(1000);
    let found = 0;
    const matches = predicateOf(predicate, caseOf("source"), entities);
    if (matches === undefined) throw new TypeError(`${name} cannot express the filter`);
    const count = (): void => {
      found = 0;
      for (const entity of entities) if (matches(entity)) found++;
    };
    return { ns: leastNanosecondsOf(count, entities.length), found };
  }
  const [run, { texts }] = [await subject(subjectNamed(name)), corpus("typical")];
  // Holds what was made last, so that no engine can leave the work out.
  const made: unknown[] = [];
  const pass = (): void => {
    for (const text of texts) made[0] = run(text);
  };
  return { ns: leastNanosecondsOf(pass, texts.length) };
}
