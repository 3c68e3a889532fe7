// What a client takes, and would rather have, as its headers `Accept` and `Accept-Encoding` say.

/** Whether a client prefers the one media type to the other, which it gets if it has no preference. */
export function prefers(accept: string | undefined, type: string, usual: string): boolean {
  const ranges = (accept ?? "").split(",").map(rangeOf);
  return qualityOf(ranges, type) > qualityOf(ranges, usual);
}

/** Whether a client takes a content coding, as `gzip, br;q=0` says; without the header none. Its name is in lower case. */
export function accepts(acceptEncoding: string | string[] | undefined, coding: string): boolean {
  const ranges = String(acceptEncoding ?? "")
    .split(",")
    .map(rangeOf);
  const found = ranges.find(({ type }) => type === coding) ?? ranges.find(({ type }) => type === "*");
  return (found?.quality ?? 0) > 0;
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

function rangeOf(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((each) => each.startsWith("q="))?.slice(2);
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** That of the most specific range that the type is in. */
function qualityOf(ranges: readonly Range[], type: string): number {
  const [main = ""] = type.split("/");
  const found = [type, `${main}/*`, "*/*"].flatMap((range) => ranges.filter((each) => each.type === range));
  return found[0]?.quality ?? 0;
}
