// Property filters whose operator and value are only known at run time.

import type { Operator, PropertyFilter } from "../../src/index.ts";

/** A condition on one property, whether or not the value is one for the operator. */
export function propertyFilter(path: string, operator: Operator, value: unknown): PropertyFilter {
  const given: readonly object[] = [{ path, operator, value }];
  return Object.assign({}, ...given);
}
