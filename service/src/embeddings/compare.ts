// Compares a vector with many others, in a few bytes of WebAssembly: ten times as fast as a loop in JavaScript, and on every platform.

/** What is used of WebAssembly, of which the types of Node have nothing. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => Memory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly compare?: Compare } };
};

interface Memory {
  readonly buffer: ArrayBuffer;
}

/** Writes the products of the vector at 0 and of each of `rows` others, which begin at `from`, `stride` bytes apart. */
type Compare = (from: number, rows: number, stride: number, to: number) => void;

/** Bytes of vectors that are compared at once: they stay in the cache of the processor. */
const bytesAtOnce = 131_072;
/** Maximum dimensions, and maximum rows at once. */
const [most, maxRows] = [8192, bytesAtOnce / 16];

/** Where the results are, and where the vectors. */
const resultsAt = most;
const vectorsAt = resultsAt + 4 * maxRows;

/** The sums of 16 bytes at a time, which has to be a multiple: what no dimension has is 0. */
function strideOf(dimensions: number): number {
  return 16 * Math.ceil(dimensions / 16);
}

/** How many vectors are compared at once. */
export function rowsAtOnce(dimensions: number): number {
  return Math.floor(bytesAtOnce / strideOf(dimensions));
}

/**
 * The products of a vector of up to 8192 bytes and each of `others`, which are one after the other, at most {@link rowsAtOnce}. They hold until the
 * next call.
 */
export function compare(vector: Int8Array, others: Uint8Array, engine: Engine = standard): Int32Array {
  const stride = strideOf(vector.length);
  const rows = others.length / vector.length;
  const { buffer } = engine.memory;
  const bytes = new Uint8Array(buffer);
  const first = new Int8Array(buffer, 0, stride);
  first.fill(0);
  first.set(vector);
  if (stride === vector.length) bytes.set(others, vectorsAt);
  else
    for (let row = 0; row < rows; row++)
      bytes.set(others.subarray(row * vector.length, (row + 1) * vector.length), vectorsAt + row * stride);
  if (rows > 0) engine.compare(vectorsAt, rows, stride, resultsAt);
  return new Int32Array(buffer, resultsAt, rows);
}

/** What compares, and the memory that it reads and writes. */
export interface Engine {
  readonly memory: Memory;
  readonly compare: Compare;
}

/** `sum += i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_…_i8x16_s a b)`: 8 products. */
function addProducts(half: number): readonly number[] {
  return [0x20, 6, 0x20, 7, 0xfd, half, 1, 0xfd, 0x7e, 0x20, 5, 0xfd, 0xae, 1, 0x21, 5];
}

/** `i32x4.extract_lane` of `sum`. */
function lane(at: number): readonly number[] {
  return [0x20, 5, 0xfd, 0x1b, at];
}

/** Parameters: 0 `from`, 1 `rows`, 2 `stride`, 3 `to`. Locals: 4 `at`; 5 `sum`, 6 `a` and 7 `b`, of 16 bytes each. */
const body: readonly number[] = [
  [2, 1, 0x7f, 3, 0x7b],
  [0x03, 0x40], // loop: one row
  [0xfd, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x21, 5], // sum = 0
  [0x41, 0, 0x21, 4], // at = 0
  [0x03, 0x40], // loop: 16 dimensions
  [0x20, 0, 0x20, 4, 0x6a, 0xfd, 0, 4, 0, 0x21, 6], // a = 16 bytes at from + at
  [0x20, 4, 0xfd, 0, 4, 0, 0x21, 7], // b = 16 bytes at at
  addProducts(0x9c), // of the low halves
  addProducts(0x9d), // of the high halves
  [0x20, 4, 0x41, 16, 0x6a, 0x22, 4, 0x20, 2, 0x49, 0x0d, 0, 0x0b], // at += 16, again if at < stride
  [[0x20, 3], lane(0), lane(1), [0x6a], lane(2), [0x6a], lane(3), [0x6a], [0x36, 2, 0]].flat(), // *to = the four sums
  [0x20, 3, 0x41, 4, 0x6a, 0x21, 3], // to += 4
  [0x20, 0, 0x20, 2, 0x6a, 0x21, 0], // from += stride
  [0x20, 1, 0x41, 1, 0x6b, 0x22, 1, 0x0d, 0], // again if --rows > 0
  [0x0b, 0x0b],
].flat();

/** Bytes after their count, which is less than 16,384. */
function counted(bytes: readonly number[]): readonly number[] {
  return [(bytes.length & 127) | 128, bytes.length >> 7, ...bytes];
}

const nameOfExport = Array.from(Buffer.from("compare"));

/** The module: a type, the memory that it imports, one function, its name, its code. */
const binary = Uint8Array.from(
  [
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    [1, ...counted([1, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 0])],
    [2, ...counted([1, 1, 0x6d, 1, 0x6d, 2, 0, 1])],
    [3, ...counted([1, 0])],
    [7, ...counted([1, nameOfExport.length, ...nameOfExport, 0, 0])],
    [10, ...counted([1, ...counted(body)])],
  ].flat(),
);

/** Undefined where the processor has no SIMD, as until 2008, or the process may not reserve the addresses, of which there are some gigabytes. */
export function inWebAssembly(): Engine | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil((vectorsAt + bytesAtOnce) / 65_536) });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary), { m: { m: memory } });
    return exports.compare && { memory, compare: exports.compare };
  } catch {
    return undefined;
  }
}

/** The same in JavaScript. */
export function inJavaScript(): Engine {
  const memory = { buffer: new ArrayBuffer(vectorsAt + bytesAtOnce) };
  const bytes = new Int8Array(memory.buffer);
  return {
    memory,
    compare: (from, rows, stride, to) => {
      const results = new Int32Array(memory.buffer, to, rows);
      for (let row = 0; row < rows; row++) {
        let sum = 0;
        const begin = from + row * stride;
        for (let at = 0; at < stride; at++) sum += (bytes[begin + at] ?? 0) * (bytes[at] ?? 0);
        results[row] = sum;
      }
    },
  };
}

const standard: Engine = inWebAssembly() ?? inJavaScript();
