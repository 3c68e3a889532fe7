// The parts of random entities and filters: words that some engine takes for something else.

/** Keys that are numbers, placeholders, operators or path syntax somewhere, or members of every JavaScript object. */
export const keys: readonly string[] = [
  ["a", "A", "b", "c", "", "0", "1", "-1", "*", "$", "$1", "?", ":a", "@a", "#", "%", "_", "`"],
  ["__proto__", "constructor", "toString", "length", "hasOwnProperty", "id", "props", "null"],
  ["a.b", ".", "..", "a\\", "\\", "a\\b", "\\.", 'q"uo', '"', "o'k", "''", "$.a", "a,b", "{a}", "[0]"],
  ["a;b", "--", "/*", "*/", "->>", "a b", "a ", " a", "\n", "\t", "\u0001", "/a", "~1"],
  ["é", "e\u0301", "😀", "\ue000", "名前", "\0", "a\0b"],
].flat();

/** Families of texts that are equal, or ordered otherwise, under some collation, normalisation, padding or conversion. */
export const texts: readonly (readonly string[])[] = [
  ["a", "A", "b", "B", "aa", "aB", "ab", "Z", "z", "_"],
  ["", " ", "a", "a ", "a  ", " a", "a\t", "\n", "\r\n", "\u00a0"],
  ["é", "e\u0301", "É", "e", "f", "Å", "A\u030a", "\u212b", "한", "\u1112\u1161\u11ab"],
  ["ß", "ss", "SS", "ﬁ", "fi", "ı", "i", "I", "İ", "æ", "ae"],
  ["\ud7ff", "\ue000", "\uf8ff", "\ufffd", "\uffff", "\u{10000}", "😀", "\u{10ffff}"],
  ["😀", "😀😀", "😀\uffff", "a😀", "a\uffff", "a\ue000", "a\ud7ff", "ab"],
  ["0", "1", "1.0", "01", "-1", "+1", "1e21", "1e+21", "0.1", "5e-324"],
  ["true", "false", "null", "NULL", "[]", "[1]", "{}", '{"a":1}', '"a"', "{a,b}"],
  ["%", "_", "a%", "a_", "ab", "*", ".*", "a.", "^a$", "\\a"],
  ["'", "''", '"', '""', "`", "\\", "\\\\", "\\u0041", "\\0", "O'Reilly"],
  ["'; DROP TABLE entities; --", "/*", "*/", "--", ";", "') OR 1=1 --", "#"],
  ["$1", "$2::text", "?", "??", ":a", "@a", "%s", "$$", "{0}"],
  ["\0", "a\0", "a\0b", "a", "a\u0001", "\u0001", "\u007f", "\ufeff", "\u200d"],
  ["2026-11-20T10:10:41.123Z", "2026-11-20", "9999-12-31T23:59:59.999Z", "2026-11-20T10:10:41.124Z"],
  ["x".repeat(300), `${"x".repeat(299)}y`, "x".repeat(299), "x".repeat(255)],
];

/** Families of numbers, at the edges of double, decimal and 64-bit integer; some whose shortest decimal is another integer. */
export const numbers: readonly (readonly number[])[] = [
  [0, -0, 1, -1, 2, 1.5, -1.5, 5e-324, -5e-324],
  [0.1, 0.2, 0.3, 0.1 + 0.2, 1e-7, 1.1e-7, 2.2250738585072014e-308, 2.225073858507201e-308],
  [1e15, 1e16, 1e20, 1e21, -1e21, 1.0000000000000001e21, 123456789012345680000, 1.7976931348623157e308],
  [2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, -(2 ** 53), 2 ** 31, 2 ** 32, 16_777_216, 16_777_217],
  [1234567890123456800, 1234567890123457000, 1234567890123456500, 4611686018427388000, -1234567890123456800],
  [2 ** 63, 2 ** 63 - 1024, 2 ** 63 + 2048, -(2 ** 63), -(2 ** 63) - 2048, 2 ** 64, 2 ** 64 - 2048],
];

/** Types and ids, as catalogs have them and as nobody should choose them. */
export const names: readonly string[] = [
  "Person|person|Person |Company|Perso|Persons|Pérson|Pe\u0301rson|人|😀|\uffff",
  "c0ffee00-0000-4000-8000-000000000001|C0FFEE00-0000-4000-8000-000000000001|1|01||a\0|O'Brien",
  `the "big" one|a;b|$1|?|\\|{a,b}|NULL|null|a,b|%|--`,
].flatMap((line) => line.split("|"));

/** Identifiers as databases with a type for them write them. */
export const uuids: readonly string[] = [
  "00000000-0000-0000-0000-000000000000|0af00000-0000-4000-8000-00000000000f",
  "a0000000-0000-4000-8000-00000000000a|c0ffee00-0000-4000-8000-000000000001",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
].flatMap((line) => line.split("|"));

/** Instants at the ends of the calendar, of years and of February, and on days that a zone left out or had twice. */
export const instants: readonly number[] = [
  "0001-01-01T00:00:00.000Z|0099-12-31T23:59:59.999Z|1582-10-10T00:00:00.000Z|1899-12-31T12:34:56.789Z",
  "1969-12-31T23:59:59.999Z|1970-01-01T00:00:00.000Z|2000-02-29T00:00:00.000Z|2011-12-30T12:00:00.000Z",
  "2025-12-31T23:59:59.999Z|2026-03-29T01:30:00.000Z|2026-11-01T06:30:00.500Z|2026-11-20T10:10:41.123Z",
  "2038-01-19T03:14:08.000Z|9999-12-31T23:59:59.999Z",
].flatMap((line) => line.split("|").map((text) => Date.parse(text)));

/** Texts that look like dates and are none, in any reading. */
export const notDates: readonly string[] = [
  "|never|now|today|infinity|-infinity|epoch|2026|2026-11|20261120|20261120T101041Z",
  "2026-02-29T00:00:00.000Z|2026-13-01T00:00:00.000Z|2026-11-31T00:00:00.000Z|2026-00-10T00:00:00.000Z",
  "2026-11-20T24:00:00.000Z|1969-12-31T24:00:00.000Z|0001-01-01T24:00:00.000Z|2026-01-00T00:00:00.000Z",
  "2026-11-20T10:60:00.000Z|2026-11-20T23:59:60.000Z|0000-01-01T00:00:00.000Z|1900-02-29T00:00:00.000Z",
  "2026-11-20 10:10:41.123Z|2026-11-20T10:10:41,123Z|2026-11-20t10:10:41.123z|2026-11-20T10:10:41.Z",
  "2026-11-20T10:10:41.123|2026-11-20T10:10:41.123Z |2026-11-20T10:10:41.123Z\n|2026-11-20T10:10:41.123\0",
  "2026-11-20T10:10:41.123+15:00|2026-11-20T10:10:41.123+0100|2026-11-20T10Z|2026-11-20Z",
  "+002026-11-20T10:10:41.123Z|10000-01-01T00:00:00.000Z|2026-11-2AT10:10:41.123Z",
  "2026-11-20T10:10:41.12xZ|2026-1-20T10:10:41.1230Z|２026-11-20T10:10:41.123Z|2026-11-20T10:10:41.１２３Z",
  "Nov 20 2026",
].flatMap((line) => line.split("|"));
