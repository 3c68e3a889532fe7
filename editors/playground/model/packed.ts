// The shipped entities, small enough to send: columns of short codes, written by the build and read by the page.

/** What the page knows of an entity. Filters look at the properties; `detail` is only shown. */
export interface Sample {
  readonly type: string;
  readonly shape_id: string;
  readonly source_id: string;
  readonly source_shape_id: string;
  readonly created_at: string;
  readonly package: string;
  readonly detail: string;
}

/** Entities in columns: a list of distinct values, and for each entity its place in that list. */
export interface PackedSamples {
  readonly size: number;
  /** Seconds since the entity before, in base 36. */
  readonly seconds: string;
  readonly columns: Readonly<Record<CodedColumn, PackedColumn>>;
  /** One a line. */
  readonly details: string;
}

/** A column whose values repeat. The codes are places in `values`, each in as many base-36 digits as the last one has. */
export interface PackedColumn {
  readonly values: readonly string[];
  readonly codes: string;
}

/** Dates are packed as steps, and the details as they are. */
type CodedColumn = Exclude<keyof Sample, "created_at" | "detail">;

const base = 36;

/** Packs entities, which have to be sorted by date and dated in whole seconds. */
export function packSamples(samples: readonly Sample[]): PackedSamples {
  const seconds = samples.map(({ created_at }) => Date.parse(created_at) / 1000);
  const steps = seconds.map((second, row) => second - (seconds[row - 1] ?? 0));
  const columnOf = (name: CodedColumn): PackedColumn => packColumn(samples.map((sample) => sample[name]));
  return {
    size: samples.length,
    seconds: steps.map((step) => step.toString(base)).join(),
    columns: {
      type: columnOf("type"),
      shape_id: columnOf("shape_id"),
      source_id: columnOf("source_id"),
      source_shape_id: columnOf("source_shape_id"),
      package: columnOf("package"),
    },
    details: samples.map(({ detail }) => detail).join("\n"),
  };
}

/** The entities again, in the same order. */
export function unpackSamples({ size, seconds, columns, details }: PackedSamples): readonly Sample[] {
  const steps = seconds.split(",");
  const lines = details.split("\n");
  const read = {
    type: reader(columns.type),
    shape_id: reader(columns.shape_id),
    source_id: reader(columns.source_id),
    source_shape_id: reader(columns.source_shape_id),
    package: reader(columns.package),
  };
  let second = 0;
  return Array.from({ length: size }, (_, row) => {
    second += Number.parseInt(steps[row] ?? "0", base);
    return {
      type: read.type(row),
      shape_id: read.shape_id(row),
      source_id: read.source_id(row),
      source_shape_id: read.source_shape_id(row),
      created_at: new Date(second * 1000).toISOString(),
      package: read.package(row),
      detail: lines[row] ?? "",
    };
  });
}

function packColumn(cells: readonly string[]): PackedColumn {
  const values = [...new Set(cells)];
  const places = new Map(values.map((value, place) => [value, place]));
  const width = widthOf(values);
  const codes = cells.map((cell) => (places.get(cell) ?? 0).toString(base).padStart(width, "0"));
  return { values, codes: codes.join("") };
}

function reader({ values, codes }: PackedColumn): (row: number) => string {
  const width = widthOf(values);
  return (row) => values[Number.parseInt(codes.slice(row * width, (row + 1) * width), base)] ?? "";
}

function widthOf(values: readonly string[]): number {
  return Math.max(0, values.length - 1).toString(base).length;
}
