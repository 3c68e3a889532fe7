// Draws the icon of the extension: a disc of which one slice is drawn out.

import { crc32, deflateSync } from "node:zlib";

/** The icon as a PNG file, `size` pixels wide and high. */
export function iconPng(size: number): Buffer {
  // Each row begins with the filter that it was stored with: none.
  const rows = Array.from({ length: size }, (_, y) => [
    0,
    ...Array.from({ length: size }, (_, x) => pixelAt(x, y, size)).flat(),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, rgba, 0, 0, 0], 8);
  const image = deflateSync(Buffer.from(rows.flat()), { level: 9 });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", image),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const rgba = 6;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

type Colour = readonly [red: number, green: number, blue: number];

const night: Colour = [20, 33, 61];
const disc: Colour = [142, 202, 230];
const slice: Colour = [255, 183, 3];

/** How many points of a pixel are looked at, each way: more make smoother edges. */
const fineness = 3;

/** Red, green, blue and how solid it is: the mean of its points. */
function pixelAt(x: number, y: number, size: number): readonly number[] {
  const sum = [0, 0, 0];
  let seen = 0;
  for (let point = 0; point < fineness * fineness; point += 1) {
    const across = x + ((point % fineness) + 0.5) / fineness;
    const down = y + (Math.floor(point / fineness) + 0.5) / fineness;
    const colour = colourAt((2 * across) / size - 1, 1 - (2 * down) / size);
    if (colour === undefined) continue;
    seen += 1;
    colour.forEach((part, index) => {
      sum[index] = (sum[index] ?? 0) + part;
    });
  }
  const mean = sum.map((part) => Math.round(part / Math.max(seen, 1)));
  return [...mean, Math.round((255 * seen) / fineness ** 2)];
}

/** From -1 to 1 each way, up and to the right from the middle; undefined outside of the icon. */
function colourAt(x: number, y: number): Colour | undefined {
  if (!isInSquare(x, y)) return undefined;
  // The disc lies a little to the lower left, so that it and the slice together are in the middle.
  const [dx, dy] = [x + 0.06, y + 0.08];
  if (isInDisc(dx - 0.1, dy - 0.13) && isInSector(dx - 0.1, dy - 0.13, 0)) return slice;
  return isInDisc(dx, dy) && !isInSector(dx, dy, 0.03) ? disc : night;
}

function isInDisc(x: number, y: number): boolean {
  return Math.hypot(x, y) < 0.62;
}

/** Between the rays at 20 and 80 degrees, or not further from them than `gap`. */
function isInSector(x: number, y: number, gap: number): boolean {
  const [low, high] = [(20 * Math.PI) / 180, (80 * Math.PI) / 180];
  const aboveLow = Math.cos(low) * y - Math.sin(low) * x;
  const belowHigh = Math.sin(high) * x - Math.cos(high) * y;
  return aboveLow > -gap && belowHigh > -gap;
}

/** A square with round corners. */
function isInSquare(x: number, y: number): boolean {
  const corner = 0.36;
  const beyond = (at: number): number => Math.max(Math.abs(at) - (1 - corner), 0);
  return Math.hypot(beyond(x), beyond(y)) < corner;
}
