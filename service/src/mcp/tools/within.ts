// The scope of a call: a slice's exact name, else CQL.

import type { JsonObject, JsonValue } from "../../values/json.ts";
import { isUuid } from "../../values/uuid.ts";
import { ask, type Call, pathWith } from "../call.ts";
import { findingsIn, Refused } from "../refused.ts";

/** What `within` stands for. */
export type Within = { readonly slice_id: string } | { readonly cql: string };

interface Slices {
  readonly slices: readonly { readonly id: string; readonly name: string }[];
}

/** Maximum length of a slice's name; a longer text is CQL. */
const maxName = 500;

/** Looks up what `within` stands for. Throws a {@link Refused} if several slices have the name. */
export async function withinOf(call: Call, within: string): Promise<Within> {
  const slices = await slicesNamed(call, within);
  const [slice, ...others] = slices;
  if (slice === undefined) return { cql: within };
  if (others.length === 0) return { slice_id: slice.id };
  const message = "is the name of several slices; write the CQL of the one that is meant";
  throw Refused.because("invalid_request", [{ pointer: "/within", message, candidates: slices }]);
}

/** Looks up the ID of a slice by its exact name, or checks that it is one. Throws a {@link Refused} if there is no such slice, or several have the name. */
export async function sliceOf(call: Call, slice: string): Promise<string> {
  if (isUuid(slice)) return slice;
  const found = await slicesNamed(call, slice);
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first.id;
  const detail = "There is no slice with this name; `slice://slices/{id}` completes the names.";
  if (first === undefined) throw Refused.because("not_found", [], detail);
  const message = "is the name of several slices; give the ID of the one that is meant";
  throw Refused.because("invalid_request", [{ pointer: "/slice", message, candidates: found }]);
}

/** The slices with exactly this name. */
export async function slicesNamed(call: Call, name: string): Promise<Slices["slices"]> {
  if (name.trim() === "" || name.length > maxName) return [];
  const { slices } = await ask<Slices>(call, ["GET", pathWith("/v1/slices", { name, limit: 10 })]);
  return slices;
}

/** Runs work with the text of a scope, so that its refusal shows the corrected text. */
export async function withText<Result>(
  within: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refused && within !== undefined ? error.within(within) : error;
  }
}

/** Pointers of routes that take the scope as a member. */
export const scopePointers = { "/cql": "/within", "/slice_id": "/within" } as const;

/** The findings on a scope, as a member of a result; empty if nothing is to be said. */
export function findingsOf(
  within: string | undefined,
  diagnostics: readonly JsonValue[] | undefined,
): JsonObject {
  if (within === undefined || diagnostics === undefined || diagnostics.length === 0) return {};
  return { diagnostics: findingsIn(within, diagnostics) };
}
