// Vectors as they are stored: directions, in one byte for each dimension.

/** A vector in bytes: each dimension is the byte times the scale. */
export interface Stored {
  readonly vector: Buffer;
  readonly scale: number;
}

/** The vector with the length 1; undefined if it has no direction, or is not finite. */
export function normalized(vector: readonly number[]): Float32Array | undefined {
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

/** The cosine of the angle between a vector of length 1 and a stored one. */
export function cosine(vector: Float32Array, { vector: bytes, scale }: Stored): number {
  const other = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0;
  for (const [at, each] of vector.entries()) sum += each * (other[at] ?? 0);
  return sum * scale;
}
