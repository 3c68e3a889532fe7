// Tests that the zone of the process does not matter: every row of the oracle holds in processes of four zones.

import { expect, test } from "vitest";
import { runInZone, zones } from "./in-zone.ts";

test.each(zones)("all rows of the oracle hold in $zone", (evidence) => {
  expect(JSON.parse(runInZone("./zones.child.ts", evidence.zone))).toEqual({
    ...evidence,
    dates: { rows: 4000, failures: [] },
    ranges: { rows: 400, failures: [] },
  });
});
