// Compares the toolkit with every row of the date oracle, and prints what it found and in which zone.

import { zoneEvidence } from "./in-zone.ts";
import { dateCases, dateFailures, rangeCases, rangeFailures } from "./oracle-rows.ts";

process.stdout.write(
  JSON.stringify({
    ...zoneEvidence(),
    dates: { rows: dateCases.length, failures: dateCases.flatMap(dateFailures) },
    ranges: { rows: rangeCases.length, failures: rangeCases.flatMap(rangeFailures) },
  }),
);
