// Filters in the languages of other libraries, as a person writes them there; and what these cannot say.
import type { FilterDefinition } from "../../src/index.ts";

/** One condition of a filter: what a path has to be. */
interface Condition {
  readonly path: string;
  readonly operator: string;
  readonly value: unknown;
}

/** The query as a person writes it for libraries that read those of MongoDB, for the few operators of the cases: one value stands for itself. */
export function mongoQuery(filter: FilterDefinition): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const { path, operator, value } of conditionsOf(filter)) {
    if (operator === "in" && Array.isArray(value))
      query[path] = value.length === 1 ? value[0] : { $in: value };
    else if (operator === "eq") query[path] = value;
    else query[path] = { ...asObject(query[path]), [`$${operator}`]: value };
  }
  return query;
}

/** The rule of JsonLogic. */
export function jsonLogicRule(filter: FilterDefinition): { readonly and: readonly object[] } {
  const rules = conditionsOf(filter).map(({ path, operator, value }): object => {
    const subject = { var: path };
    if (operator !== "in" || !Array.isArray(value)) return { [symbols[operator] ?? ""]: [subject, value] };
    return value.length === 1 ? { "===": [subject, value[0]] } : { in: [subject, value] };
  });
  return { and: rules };
}

/** The expression of filtrex; nothing if the filter compares texts by their order. */
export function filtrexExpression(filter: FilterDefinition): string | undefined {
  const conditions = conditionsOf(filter);
  if (conditions.some(ordersTexts)) return undefined;
  return conditions
    .map(({ path, operator, value }) => {
      const subject = path.split(".").toReversed().join(" of ");
      if (operator === "in" && Array.isArray(value) && value.length > 1)
        return `${subject} in (${value.map(literal).join(", ")})`;
      const only: unknown = Array.isArray(value) ? value[0] : value;
      return `${subject} ${operator === "gt" ? ">" : "=="} ${literal(only)}`;
    })
    .join(" and ");
}

/** The query of liqe; nothing if the filter compares texts by their order. */
export function liqeQuery(filter: FilterDefinition): string | undefined {
  const conditions = conditionsOf(filter);
  if (conditions.some(ordersTexts)) return undefined;
  return conditions
    .map(({ path, operator, value }) => {
      if (operator === "gt") return `${path}:>${String(value)}`;
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      const parts = values.map((each) => `${path}:${literal(each)}`);
      return parts.length === 1 ? parts[0] : `(${parts.join(" OR ")})`;
    })
    .join(" AND ");
}

/** The entity types, the property filters and the range as conditions of one form. */
function conditionsOf({ entityTypes, propertyFilters, dateRange }: FilterDefinition): readonly Condition[] {
  const { field = "", start, end } = dateRange ?? {};
  return [
    ...(entityTypes === undefined ? [] : [{ path: "type", operator: "in", value: entityTypes }]),
    ...propertyFilters.map(({ path, operator, value }) => ({ path, operator, value })),
    ...(start === undefined ? [] : [{ path: field, operator: "gte", value: start }]),
    ...(end === undefined ? [] : [{ path: field, operator: "lt", value: end }]),
  ];
}

const symbols: Readonly<Record<string, string>> = { eq: "===", gt: ">", gte: ">=", lt: "<", lte: "<=" };

function ordersTexts({ operator, value }: Condition): boolean {
  return /^[gl]te?$/u.test(operator) && typeof value === "string";
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

function literal(value: unknown): string {
  return typeof value === "number" ? String(value) : `"${String(value).replace(/[\\"]/gu, "\\$&")}"`;
}
