// Checks instants in requests: the database must be able to store them.

const syntax =
  /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(?<fraction>\d{1,9}))?(?:Z|[+-](?<hours>\d\d):[0-5]\d)$/;
const [first, last] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];
/** The maximum offset that PostgreSQL accepts; no place on earth has a larger one. */
const maxOffset = 15;

/** The message for any other text. */
export const instantExpected =
  "must be an instant of the years 1 to 9999 with Z or an offset, such as 2026-11-20T12:00:00Z";

/** Whether a text is an instant of ISO 8601, on a day of the calendar, that lies in the years 1 to 9999 of UTC even when it is rounded to the millisecond. */
export function isInstant(text: string): boolean {
  const { fraction = "", hours = "0" } = syntax.exec(text)?.groups ?? { hours: "99" };
  if (Number(hours) > maxOffset || !isDay(text.slice(0, 10))) return false;
  const at = Date.parse(text) + (Number(fraction[3] ?? 0) >= 5 ? 1 : 0);
  return at >= first && at <= last;
}

/** `Date` reads the 30th of February as the 1st or 2nd of March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
