// Which of many stored slices an entity is in: by the index, and by a loop over their compiled predicates.
import { type Figures, fingerprint, measureInTurn, oneOf } from "../harness.ts";
import { cpuOf } from "../measure.ts";
import { now } from "../now.ts";
import type { Row } from "../results.ts";
import { median } from "../statistics.ts";
import { type FindSlices, matcherNames, matcherOf } from "./matchers.ts";
import { dateKinds, entityLines, entityOf, storedSlices, worldOf } from "./population.ts";

/** Numbers of slices; of the largest one launch says enough, as its loop takes a minute. */
const sizes = [1000, 10_000, 100_000] as const;

/** Measures all ways, for each kind of dates. */
export function measureMatching(): readonly Row[] {
  return dateKinds.flatMap((dates) =>
    sizes.flatMap((size) => {
      const group = `${String(size)} slices, ${dates} dates`;
      const variants = matcherNames.map((name) => ({ group, name, args: [name, dates, String(size)] }));
      return measureInTurn("matching", variants, size > 10_000 ? 1 : undefined);
    }),
  );
}

/** Stands between the slices of two entities. */
const separator = -1;

/** Entities in a second of CPU time, how many slices one is in, and which. */
export function matchingWork(args: readonly string[]): Figures {
  const [name, dates, size] = [oneOf(matcherNames, args[0]), oneOf(dateKinds, args[1]), Number(args[2])];
  const world = worldOf(size);
  const slices = storedSlices(size, dates, world);
  const order = new Map(slices.map(({ id }, at) => [id, at]));
  const lines = entityLines(5000, world);
  const matcher = matcherOf(name, dates, slices, world);
  const compared = lines.slice(0, size > 10_000 ? 20 : 200);
  const foundBy = (finds: FindSlices): readonly number[] =>
    compared.flatMap((line) => [...finds(entityOf(line)).map((id) => order.get(id) ?? -2), separator]);
  // The same index answers for other days, later and earlier.
  const found = [now, now + 40 * day, now - 9 * day].map((instant) => foundBy(matcher.at(instant)));
  const each = (found[0]?.filter((at) => at !== separator).length ?? 0) / compared.length;
  const rate = 1e6 / microsecondsOf(matcher.finds, lines, name === "loop" ? 10 : 100);
  return { rate, found: each, rows: fingerprint(found.flat()) };
}

const day = 24 * 3_600_000;

/** Microseconds an entity, when warm. Each entity is new: none is read twice. */
function microsecondsOf(finds: FindSlices, lines: readonly string[], batchSize: number): number {
  let next = 0;
  const round = (least: number): number => {
    let [spent, entities] = [0, 0];
    while (spent < least) {
      const batch = Array.from({ length: batchSize }, () => entityOf(lines[next++ % lines.length] ?? ""));
      spent += cpuOf(() => batch.reduce((sum, entity) => sum + finds(entity).length, 0));
      entities += batchSize;
    }
    return spent / entities;
  };
  round(300_000);
  return median([1, 2, 3, 4, 5].map(() => round(60_000)));
}
