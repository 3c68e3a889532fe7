// Pictures of pages with few colors: a PNG of three or four bytes a pixel as one with a palette, which is a third of its size.

import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** The same picture with its 256 most frequent colors; any other becomes the nearest of them. Takes 8 bits a channel and no interlacing, as browsers write them. */
export function withPalette(png: Buffer): Buffer {
  const { width, height, channels, data } = partsOf(png);
  const pixels = unfiltered(inflateSync(data), width, height, channels);
  const counts = new Map<number, number>();
  const colors = new Uint32Array(width * height);
  for (const at of colors.keys()) {
    const color = pixels.readUIntBE(at * channels, 3);
    colors[at] = color;
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const palette = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 256)
    .map(([color]) => color);
  const indexes = new Map([...counts.keys()].map((color) => [color, nearest(color, palette)]));
  // Each line begins with the number of its filter: none.
  const lines = Buffer.alloc(height * (width + 1));
  for (const [at, color] of colors.entries())
    lines[at + Math.floor(at / width) + 1] = indexes.get(color) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((color) => channelsOf(color)))),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function partsOf(png: Buffer) {
  const data: Buffer[] = [];
  let at = signature.length;
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") data.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return {
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    // 2 is without transparency, 6 is with it.
    channels: png[25] === 6 ? 4 : 3,
    data: Buffer.concat(data),
  };
}

/** The bytes of the pixels: each byte is stored as what it differs in from one before it or above it. */
function unfiltered(bytes: Buffer, width: number, height: number, channels: number): Buffer {
  const size = width * channels;
  const pixels = Buffer.alloc(size * height);
  for (let line = 0; line < height; line += 1) {
    const filter = bytes[line * (size + 1)] ?? 0;
    for (let at = 0; at < size; at += 1) {
      const place = line * size + at;
      const left = at < channels ? 0 : (pixels[place - channels] ?? 0);
      const up = line === 0 ? 0 : (pixels[place - size] ?? 0);
      const corner = at < channels || line === 0 ? 0 : (pixels[place - size - channels] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      pixels[place] = (bytes[line * (size + 1) + 1 + at] ?? 0) + guess;
    }
  }
  return pixels;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [first, second, third] = [left, up, corner].map((each) => Math.abs(guess - each));
  if (first === undefined || second === undefined || third === undefined) return 0;
  if (first <= second && first <= third) return left;
  return second <= third ? up : corner;
}

function nearest(color: number, palette: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color);
  let best = { at: 0, distance: Number.POSITIVE_INFINITY };
  for (const [at, each] of palette.entries()) {
    const [r = 0, g = 0, b = 0] = channelsOf(each);
    const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
    if (distance < best.distance) best = { at, distance };
  }
  return best.at;
}

function channelsOf(color: number): readonly number[] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
