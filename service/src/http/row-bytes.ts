// Splits a body of rows into the bytes of each row, before any is parsed.

/** The bytes of a row, and its number from 1: of its line, or of its place in the list. */
export type RowBytes = readonly [bytes: Buffer, number: number];

const [tab, newline, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20];
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Appended to a text, a comma makes it invalid JSON. */
const endless = Buffer.from(",");
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The lines of a body, without empty ones. */
export function* splitLines(body: Buffer): Generator<RowBytes> {
  for (let start = 0, number = 1; start < body.length; number++) {
    const found = body.indexOf(newline, start);
    const end = found === -1 ? body.length : found;
    const line = body.subarray(start, body[end - 1] === carriageReturn && end > start ? end - 1 : end);
    if (line.length > 0) yield [line, number];
    start = end + 1;
  }
}

/** The items of a JSON list; undefined if the body is anything else. Items are not checked here but when they are parsed. */
export function splitItems(body: Buffer): Generator<RowBytes> | undefined {
  const start = afterSpace(body, body.indexOf(byteOrderMark) === 0 ? byteOrderMark.length : 0);
  return body[start] === openList ? itemsFrom(body, start + 1) : undefined;
}

/** An object of JSON without the items of its lists, and these lists by the names of their members, both as they are written. */
export interface SplitLists {
  /** It has the length and the lines of the body, so that a mistake in it is where it is said to be. */
  readonly rest: Buffer;
  readonly lists: readonly (readonly [name: Buffer, list: Buffer])[];
}

/** Splits a body into its lists and the rest, which are checked when they are parsed. */
export function splitLists(body: Buffer): SplitLists {
  const rest = Buffer.from(body);
  const lists: (readonly [Buffer, Buffer])[] = [];
  let [depth, name] = [0, body.subarray(0, 0)];
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (byte === quote) {
      const end = endOfString(body, at);
      if (depth === 1) name = body.subarray(at, end + 1);
      at = end;
    } else if (byte === openList && depth === 1) {
      const end = endOfList(body, at);
      lists.push([name, body.subarray(at, end + 1)]);
      for (let inside = at + 1; inside < end; inside++) if (body[inside] !== newline) rest[inside] = space;
      at = end;
    } else if (byte === openList || byte === openObject) depth++;
    else if (byte === closeList || byte === closeObject) depth--;
  }
  return { rest, lists };
}

/** The place of the bracket that closes a list; the end of the body if none does. */
function endOfList(body: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (byte === quote) at = endOfString(body, at);
    else if (byte === openList || byte === openObject) depth++;
    else if (byte === closeList || byte === closeObject) {
      depth--;
      if (depth === 0) return at;
    }
  }
  return body.length;
}

function* itemsFrom(body: Buffer, first: number): Generator<RowBytes> {
  let [start, depth, number] = [first, 0, 1];
  for (let at = first; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (byte === quote) at = endOfString(body, at);
    else if (byte === openList || byte === openObject) depth++;
    else if (depth > 0) depth -= byte === closeList || byte === closeObject ? 1 : 0;
    else if (byte === comma) {
      yield [body.subarray(start, at), number++];
      start = at + 1;
    } else if (byte === closeList) {
      if (number > 1 || afterSpace(body, start) < at) yield [body.subarray(start, at), number++];
      if (afterSpace(body, at + 1) < body.length) yield [body.subarray(at), number];
      return;
    }
  }
  // The list does not end, so the rest is not JSON.
  yield [Buffer.concat([body.subarray(start), endless]), number];
}

function afterSpace(body: Buffer, start: number): number {
  let at = start;
  while (isSpace(body[at])) at++;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === space || byte === newline || byte === carriageReturn || byte === tab;
}

function endOfString(body: Buffer, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
  return at;
}
