// The one form of timestamps whose texts are in the order of time.

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
