// The speed of predicates: ours, the same condition by hand, and those of other libraries.
import { type Figures, fingerprint, measureInTurn, oneOf } from "../harness.ts";
import { nanosecondsOf } from "../measure.ts";
import { predicateNames } from "../peers/names.ts";
import type { Row } from "../results.ts";
import { parsedEntities } from "./entities.ts";
import { caseNames, caseOf } from "./filters.ts";
import { predicateOf } from "./predicates.ts";

/** As many as the caches of a processor hold: of many more, the memory decides. */
const size = 1000;

/** Measures all predicates in all cases that they can express. */
export function measurePredicates(): readonly Row[] {
  return measureInTurn(
    "predicates",
    caseNames.flatMap((group) =>
      predicateNames
        .filter((name) => predicateOf(name, caseOf(group), []) !== undefined)
        .map((name) => ({ group, name, args: [name, group] })),
    ),
  );
}

/** Nanoseconds an entity, and which were found. */
export function predicateWork(args: readonly string[]): Figures {
  const [name, question] = [oneOf(predicateNames, args[0]), oneOf(caseNames, args[1])];
  const entities = parsedEntities(size);
  const matches = predicateOf(name, caseOf(question), entities);
  if (matches === undefined) throw new TypeError(`${name} cannot express ${question}`);
  const rows = entities.flatMap((entity, row) => (matches(entity) ? [row] : []));
  const pass = (): void => {
    let found = 0;
    for (const entity of entities) if (matches(entity)) found++;
    if (found !== rows.length) throw new Error("a later pass found other rows");
  };
  const ns = nanosecondsOf(() => undefined, pass, { count: entities.length });
  return { ns, count: rows.length, rows: fingerprint(rows) };
}
