// The child process: one way to find slices. Prints what an entity costs, and what was found.
import { fingerprint } from "../backends/answers.ts";
import { cpuOf } from "../cpu.ts";
import { median } from "../statistics.ts";
import { type Finds, matcherNames, matcherOf } from "./matchers.ts";
import { dateKinds, entityLines, entityOf, now, storedSlices, worldOf } from "./population.ts";

const [name, dateKind, size, count, milliseconds] = process.argv.slice(2);
const matcherName = matcherNames.find((each) => each === name);
const dates = dateKinds.find((each) => each === dateKind);
if (matcherName === undefined || dates === undefined)
  throw new TypeError(
    "usage: match-worker.ts <matcher> <dates> <slices> <entities to compare> <milliseconds>",
  );

const world = worldOf(Number(size));
const slices = storedSlices(Number(size), dates, world);
const order = new Map(slices.map(({ id }, at) => [id, at]));
const lines = entityLines(5000, world);
const matcher = matcherOf(matcherName, dates, slices, world);

/** Stands between the slices of two entities. */
const separator = -1;
/** Reading the clock of the process costs about a microsecond, which is nothing beside a loop over thousands of predicates. */
const batchSize = matcherName === "loop" ? 10 : 100;

// The same index answers for other days, later and earlier.
const found = [now, now + 40 * 24 * 3_600_000, now - 9 * 24 * 3_600_000].map((instant) =>
  foundBy(matcher.at(instant)),
);
let next = 0;
const microseconds = Number(milliseconds) * 1000;
measure(microseconds * 4);
const nanoseconds = median([1, 2, 3, 4, 5].map(() => measure(microseconds))) * 1000;
const [first = []] = found;
const ids = first.filter((each) => each !== separator).length;
console.log(JSON.stringify({ nanoseconds, count: ids, rows: fingerprint(found.flat()) }));

/** The places of the slices found for some entities, one after the other. */
function foundBy(finds: Finds): readonly number[] {
  return lines
    .slice(0, Number(count))
    .flatMap((line) => finds(entityOf(line)).map(placeOf).concat(separator));
}

function placeOf(id: string): number {
  return order.get(id) ?? -2;
}

/** Microseconds an entity, over batches that take at least so long. Each entity is new: none is read twice. */
function measure(least: number): number {
  let [spent, entities] = [0, 0];
  while (spent < least) {
    const batch = Array.from({ length: batchSize }, () => entityOf(lines[next++ % lines.length] ?? ""));
    spent += cpuOf(() => {
      let sum = 0;
      for (const entity of batch) sum += matcher.finds(entity).length;
      return sum;
    });
    entities += batch.length;
  }
  return spent / entities;
}
