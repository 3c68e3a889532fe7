// Reads the files of a ZIP archive, which is what a package of an extension is.

import { inflateRawSync } from "node:zlib";

/** The files, by their paths. */
export function filesInZip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const next = at + 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
    files.set(zip.toString("utf8", at + 46, at + 46 + (name ?? 0)), contentsAt(zip, at));
    at = next;
  }
  return files;
}

const deflated = 8;

/** Of the file whose entry in the directory is there. */
function contentsAt(zip: Buffer, entry: number): Buffer {
  const local = zip.readUInt32LE(entry + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const data = zip.subarray(start, start + zip.readUInt32LE(entry + 20));
  return zip.readUInt16LE(entry + 10) === deflated ? inflateRawSync(data) : data;
}
