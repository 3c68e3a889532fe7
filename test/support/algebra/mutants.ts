// Wrong algebras, each the right one after one replacement. All of them are mistakes that people make.

/** A text that a file of the algebra has exactly once, and what is there in its place. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** All mutants. */
export const mutants: readonly Mutant[] = [
  {
    name: "a range does not contain one that starts with it",
    file: "box.ts",
    from: "startOf(wanted) <= startOf(given)",
    to: "startOf(wanted) < startOf(given)",
  },
  {
    name: "a range contains what ends later",
    file: "box.ts",
    from: "endOf(given) <= endOf(wanted)",
    to: "endOf(given) >= endOf(wanted)",
  },
  {
    name: "a range that ends where it starts has an instant",
    file: "box.ts",
    from: "startOf(condition) < endOf(condition)",
    to: "startOf(condition) <= endOf(condition)",
  },
  {
    name: "an empty list is no condition",
    file: "box.ts",
    from: 'if (condition.kind === "in") return condition.values.length > 0;',
    to: "",
  },
  {
    name: "entities without a date are forgotten",
    file: "box.ts",
    from: "if (!side.every((wanted) => isImplied(wanted, given))) return false;",
    to: "if (given.length > 0 && !side.every((wanted) => isImplied(wanted, given))) return false;",
  },
  {
    name: "opaque conditions of one kind are the same",
    file: "box.ts",
    from: "textOf(given) === textOf(wanted)",
    to: "given.kind === wanted.kind",
  },
  {
    name: "what is absent exists",
    file: "box.ts",
    from: "return !isAbsence(given);",
    to: "return true;",
  },
  {
    name: "any value of a list is enough for a condition",
    file: "box.ts",
    from: "given.values.every(testOf(wanted, itself))",
    to: "given.values.some(testOf(wanted, itself))",
  },
  {
    name: "several lists on one path: a value of any of them will do",
    file: "box.ts",
    from: "tests.every((test) => test(value))",
    to: "tests.some((test) => test(value))",
  },
  {
    name: "two ranges have in common what lies around both",
    file: "box.ts",
    from: "startOf(a) > startOf(b) ? a : b",
    to: "startOf(a) < startOf(b) ? a : b",
  },
  {
    name: "the calendar starts in 1970",
    file: "box.ts",
    from: "start = firstTimestamp }",
    to: 'start = "1970-01-01T00:00:00.000Z" }',
  },
  {
    name: "the last instant is in no range",
    file: "box.ts",
    from: "end = afterTimestamps }",
    to: 'end = "9999-12-31T23:59:59.999Z" }',
  },
  {
    name: "a dot in a key divides the path",
    file: "box.ts",
    from: "joinPath(condition.keys)",
    to: 'condition.keys.join(".")',
  },
  {
    name: "a union bridges a gap",
    file: "combine.ts",
    from: " || startOf(b) > endOf(a)",
    to: "",
  },
  {
    name: "ranges that touch are two",
    file: "combine.ts",
    from: "startOf(a) > endOf(b)",
    to: "startOf(a) >= endOf(b)",
  },
  {
    name: "a union forgets that the slices differ on other sides too",
    file: "combine.ts",
    from: "others.length > 0 || ",
    to: "",
  },
  {
    name: "the union is the smaller of two slices",
    file: "combine.ts",
    from: "holds(second, first)) return definitionOf(second)",
    to: "holds(second, first)) return definitionOf(first)",
  },
  {
    name: "one of two that contains the other is the same",
    file: "relations.ts",
    from: "holds(first, second) && holds(second, first)",
    to: "holds(first, second)",
  },
  {
    name: "slices are apart if neither is inside the other",
    file: "relations.ts",
    from: "commonBox(boxOf(a), boxOf(b)) === undefined",
    to: "!contains(a, b) && !contains(b, a)",
  },
  {
    name: "only one slice alone can cover another",
    file: "cover.ts",
    from: "return !parts.includes(0n);",
    to: "return outers.some((_, at) => [...parts].every((part) => (part >> BigInt(at)) & 1n));",
  },
  {
    name: "what is covered on each side is covered",
    file: "cover.ts",
    from: "parts = distinct(parts.flatMap((part) => cuts.map((cut) => part & cut)));",
    to: "if (cuts.includes(0n)) return false;",
  },
  {
    name: "gaps are looked for only where a covering slice starts",
    file: "cover.ts",
    from: 'other.kind === "range" ? endOf(other) : ""',
    to: 'other.kind === "range" ? startOf(other) : ""',
  },
  {
    name: "a condition where the covered slice has none is no condition",
    file: "cover.ts",
    from: "return [];\n    sides",
    to: "continue;\n    sides",
  },
  {
    name: "keys depend on the order of lists",
    file: "canonical.ts",
    from: ".toSorted((a, b) => (a.text < b.text ? -1 : 1))",
    to: "",
  },
  {
    name: "1 and the text 1 are in any order",
    file: "canonical.ts",
    from: "text: JSON.stringify(value)",
    to: "text: String(value)",
  },
  {
    name: "opaque conditions are dropped",
    file: "definition.ts",
    from: "else filters.push(filterOf(path, each));",
    to: 'else if (each.kind === "in") filters.push(filterOf(path, each));',
  },
  {
    name: "nothing is everything",
    file: "definition.ts",
    from: "freeze({ entityTypes: [], propertyFilters: [] })",
    to: "freeze({ propertyFilters: [] })",
  },
  {
    name: "a start at the first instant is another range",
    file: "definition.ts",
    from: "...(start > firstTimestamp && { start })",
    to: "start",
  },
  {
    name: "any value can be a type",
    file: "definition.ts",
    from: " && isStringList(each.values)",
    to: "",
  },
  {
    name: "a witness need not be in the first",
    file: "witness.ts",
    from: "wanted.every(has) && ",
    to: "",
  },
  {
    name: "there is nothing behind a range",
    file: "witness.ts",
    from: ", condition.end]",
    to: "]",
  },
  {
    name: "an instant has one text",
    file: "witness.ts",
    from: 'String(value).replace("Z", "0Z")',
    to: "String(value)",
  },
];
