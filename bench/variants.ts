// What is measured: each variant accepts a text and returns its result.
import { compile, type ParseOptions, parse, validate } from "../src/index.ts";
import { catalog } from "./backends/entities.ts";
import { oneOf } from "./harness.ts";
import { limit } from "./limit.ts";
import { now } from "./now.ts";
import { isPeerName, type PeerName, peerNames } from "./peers/names.ts";
import { peerOf, writtenFor } from "./peers/peers.ts";

/** Accepts a text; callers keep the result, so that no engine can skip the work. */
export type Subject = (text: string) => unknown;

/** The variants of ours in the order in which a round runs them. */
export const variantNames = ["limit", "parse", "validate", "compile", "compile, types not listed"] as const;

/** One of {@link variantNames}. */
export type VariantName = (typeof variantNames)[number];

/** A variant of ours or a peer. */
export type SubjectName = VariantName | PeerName;

/** Ours, then the peers. */
export const subjectNames: readonly SubjectName[] = [...variantNames, ...peerNames];

/** The subject of that name. Throws if there is none. */
export function subjectNamed(name: string | undefined): SubjectName {
  return oneOf(subjectNames, name);
}

/** Makes a variant, or loads a peer. */
export async function subject(name: SubjectName): Promise<Subject> {
  return isPeerName(name) ? await peerOf(name).load() : variant(name);
}

/** A query of CQL as the subject reads it. */
export function writtenAs(name: SubjectName, text: string): string {
  return isPeerName(name) ? writtenFor(peerOf(name), text) : text;
}

/** Makes a variant. The names of the corpora are all known, so that no time goes into suggestions. */
function variant(name: VariantName): Subject {
  return makers[name]();
}

const makers: Readonly<Record<VariantName, () => Subject>> = {
  limit: () => limit,
  parse: () => (text) => parse(text, optionsFor(text)),
  validate: () => (text) => validate(text, { catalog, now, ...optionsFor(text) }),
  compile: () => (text) => compile(text, { catalog, now, ...optionsFor(text) }),
  // As for many hosts: then the rules about names see values of which nothing is known.
  "compile, types not listed": () => {
    const withoutTypes = { ...catalog, types: null };
    return (text) => compile(text, { catalog: withoutTypes, now, ...optionsFor(text) });
  },
};

/** Most programs leave the limits as they are; only the huge texts need others. */
function optionsFor(text: string): ParseOptions {
  return text.length > 50_000 ? unlimited : {};
}

const unlimited: ParseOptions = {
  limits: { maxLength: Number.POSITIVE_INFINITY, maxTerms: Number.POSITIVE_INFINITY },
};
