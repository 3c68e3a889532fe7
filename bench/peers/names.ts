// The libraries with which this package is compared: those that parse queries of their own languages, and those that test objects.

/** Parsers, in the order in which a round measures them. */
export const peerNames = [
  "search-string",
  "search-query-parser",
  "EUI Query",
  "@marcbachmann/cel-js",
  "@bufbuild/cel",
  "cel-js",
  "lucene",
  "liqe",
] as const;

/** One of {@link peerNames}. */
export type PeerName = (typeof peerNames)[number];

/** Whether something that is measured is a peer. */
export function isPeerName(name: string): name is PeerName {
  return peerNames.some((each) => each === name);
}

/** Predicates of ours. */
const ownPredicateNames = ["by hand", "predicate", "after 60 others"] as const;

/** Predicates of other libraries. */
export const peerPredicateNames = [
  "ucast",
  "sift",
  "mingo",
  "json-logic-js",
  "liqe",
  "json-logic-engine",
  "filtrex",
] as const;

/** These make code from text and evaluate it, which a content security policy may forbid. */
export const evaluatingNames: readonly string[] = ["json-logic-engine", "filtrex"];

/** One of ours or of the others. */
export type PredicateName = (typeof ownPredicateNames)[number] | (typeof peerPredicateNames)[number];

/** Ours, then the others. */
export const predicateNames: readonly PredicateName[] = [...ownPredicateNames, ...peerPredicateNames];
