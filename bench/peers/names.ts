// The libraries that parse queries of their own languages, with which this package is compared.

/** In the order in which a round measures them. */
export const peerNames = [
  "search-string",
  "search-query-parser",
  "EUI Query",
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
