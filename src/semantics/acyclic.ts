// Values of filters that contain themselves: no JSON, and nothing that could be stored.
import type { FilterDefinition } from "./definition.ts";

/** Throws a `TypeError` that names the place of a value that contains itself. */
export function requireAcyclic({ propertyFilters }: FilterDefinition): void {
  const index = propertyFilters.findIndex(({ value }) => isCyclic(value));
  if (index >= 0)
    throw new TypeError(`propertyFilters[${index}].value must be a JSON value: it contains itself`);
}

/** Without recursion, as it may be deep; each object is looked into once, as it may be in many places. */
function isCyclic(value: unknown): boolean {
  if (typeof value !== "object" || (Array.isArray(value) && value.every((each) => typeof each !== "object")))
    return false;
  const [around, done] = [new Set<object>(), new Set<object>()];
  const steps: { readonly value: unknown; readonly isLeft?: boolean }[] = [{ value }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { value: each, isLeft = false } = step;
    if (typeof each !== "object" || each === null || done.has(each)) continue;
    if (isLeft) {
      done.add(each);
    } else if (around.has(each)) {
      return true;
    } else {
      around.add(each);
      steps.push({ value: each, isLeft: true });
      for (const inner of Object.values(each)) if (typeof inner === "object") steps.push({ value: inner });
    }
  }
  return false;
}
