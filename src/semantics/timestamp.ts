// The forms of dates, and the one among them whose texts are in the order of time.

/**
 * `YYYY-MM-DDTHH:MM:SS.sssZ` with a day that exists, for the regular expressions of databases. Without `?` and backslashes,
 * which mean other things to some drivers and servers. In some, its end matches ahead of a last line break too.
 */
export const timestampPattern: string =
  "^([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))" +
  "|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)" +
  "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$";

/** No timestamp is earlier. The year 0000 is in the pattern. */
export const firstTimestamp = "0001-01-01T00:00:00.000Z" as const;

/** The texts of all timestamps are less. */
export const afterTimestamps = ":" as const;

/** Whether a text has the form of a date, on a day that exists: the platform reads the 30th of February as a day in March. */
export function isDate(text: string): boolean {
  return iso8601.test(text);
}

/** A day of the first 28, a later one of a month that has it, or a 29th of February in a leap year; then a time with its zone. */
const iso8601 =
  /^(?:\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/;
