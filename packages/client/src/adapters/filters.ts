// Filters of a search in a LangGraph store: which values have what is wanted.

type Comparison = (a: never, b: never) => boolean;
const comparisons: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ["$eq", (a, b) => same(a, b)],
  ["$ne", (a, b) => !same(a, b)],
  ["$gt", (a, b) => a > b],
  ["$gte", (a, b) => a >= b],
  ["$lt", (a, b) => a < b],
  ["$lte", (a, b) => a <= b],
]);

/** Whether a value has each member of a filter, which is a value or holds comparisons such as `$gt`. */
export function fits(
  value: Readonly<Record<string, unknown>> | null,
  filter: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    const found = value !== null && Object.hasOwn(value, name) ? value[name] : undefined;
    if (
      typeof wanted !== "object" ||
      wanted === null ||
      !Object.keys(wanted).some((each) => each.startsWith("$"))
    )
      return same(found, wanted);
    return Object.entries(wanted).every(([operator, limit]) => {
      const compare = comparisons.get(operator);
      if (compare === undefined) throw new TypeError(`${operator} is no comparison of a filter.`);
      return compare(found as never, limit as never);
    });
  });
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
