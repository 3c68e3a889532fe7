// Which tests could find a mistake, and in which order they are tried.
import type { Measured, Planned } from "./worker.ts";

/** Where a mistake is: its file, and the unit in which it runs; none if it runs as soon as the file is imported. */
export interface Place {
  readonly path: string;
  readonly unit: number | undefined;
}

/** The tests that run a place: the cheapest files first, and before them those that found the file's other mistakes. */
export function planFor(
  measured: readonly Measured[],
  place: Place,
  kills: ReadonlyMap<string, number>,
): readonly Planned[] {
  const weightOf = ({ file, milliseconds }: Planned): number => milliseconds / (1 + (kills.get(file) ?? 0));
  return measured.flatMap((file) => plannedOf(file, place)).toSorted((a, b) => weightOf(a) - weightOf(b));
}

/** The tests of a file, cheap ones first; all if the place runs before the first of them. */
function plannedOf({ file, starting, units, imports, tests }: Measured, place: Place): readonly Planned[] {
  if (!imports.includes(place.path)) return [];
  const isEarly = place.unit === undefined || units.includes(place.unit);
  const wanted = [...tests.entries()]
    .filter(([, test]) => test.passes && (isEarly || test.units.some((unit) => unit === place.unit)))
    .toSorted(([, a], [, b]) => a.milliseconds - b.milliseconds);
  const milliseconds = wanted.reduce((sum, [, test]) => sum + test.milliseconds, starting);
  const isAll = isEarly && wanted.length === tests.length;
  return wanted.length === 0
    ? []
    : [{ file, milliseconds, ...(isAll ? {} : { tests: wanted.map(([index]) => index) }) }];
}
