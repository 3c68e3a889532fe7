// Instants as people read and type them: always in UTC, and always saying so.

const minute = 60_000;

/** `2026-09-30 12:00 UTC`, with seconds and milliseconds where they are not 0. */
export function showInstant(instant: number): string {
  return `${showUtc(instant)} UTC`;
}

/** The same without the zone, for an axis or a field that names it once. */
function showUtc(instant: number): string {
  const iso = new Date(instant).toISOString().replace("T", " ");
  if (instant % minute === 0) return iso.slice(0, 16);
  return iso.slice(0, instant % 1000 === 0 ? 19 : 23);
}

/** What an `<input type="datetime-local">` holds, read and written as UTC. */
export function toField(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19);
}

/** The instant of such a field; undefined while it is incomplete, or outside the years 1 to 9999. */
export function fromField(value: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/.test(value)) return undefined;
  return fromIso(`${value}Z`);
}

/** The instant of an ISO 8601 text in UTC; undefined if it is none, or outside the years 1 to 9999. */
export function fromIso(iso: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(iso)) return undefined;
  const instant = Date.parse(iso);
  // Without the comparison 30 February would be a day in March.
  const isReal = !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === iso.slice(0, 10);
  return isReal && !iso.startsWith("0000") ? instant : undefined;
}
