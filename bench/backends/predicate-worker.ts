// The child process: one predicate and one case. Prints what an entity costs, and what was found.
import { cpuOf } from "../cpu.ts";
import { median } from "../statistics.ts";
import { fingerprint } from "./answers.ts";
import { parsedEntities } from "./entities.ts";
import { caseNames, caseOf } from "./filters.ts";
import { predicateNames, predicateOf } from "./predicates.ts";

const [name, caseName, count, milliseconds] = process.argv.slice(2);
const predicateName = predicateNames.find((each) => each === name);
const question = caseNames.find((each) => each === caseName);
if (predicateName === undefined || question === undefined)
  throw new TypeError("usage: predicate-worker.ts <predicate> <case> <entities> <milliseconds>");

const entities = parsedEntities(Number(count));
const matches = predicateOf(predicateName, caseOf(question), entities) ?? refuse();

const rows = entities.flatMap((entity, row) => (matches(entity) ? [row] : []));
const microseconds = Number(milliseconds) * 1000;
measure(microseconds * 4, 1);
const nanoseconds = measure(microseconds, 5) / (entities.length / 1000);
console.log(JSON.stringify({ nanoseconds, count: rows.length, rows: fingerprint(rows) }));

function refuse(): never {
  throw new TypeError(`${String(predicateName)} cannot express ${String(question)}`);
}

/** Microseconds for all entities: the median of some rounds, each of whole passes that take at least so long. */
function measure(least: number, rounds: number): number {
  const costs = Array.from({ length: rounds }, () => {
    let [spent, passes] = [0, 0];
    // Reading the clock of the process costs about a microsecond, so passes come in growing batches.
    for (let batch = 1; spent < least; batch *= 2) {
      spent += cpuOf(() => {
        for (let each = 0; each < batch; each++) pass();
      });
      passes += batch;
    }
    return spent / passes;
  });
  return median(costs);
}

function pass(): void {
  let found = 0;
  for (const entity of entities) if (matches(entity)) found++;
  if (found !== rows.length) throw new Error("a later pass found other rows");
}
