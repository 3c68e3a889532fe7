// Numbers, times and names as people read them.

const numbers = new Intl.NumberFormat("en");
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const steps = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** `12,345`. */
export function numberOf(count: number): string {
  return numbers.format(count);
}

/** `1 entity`, `2 entities`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numberOf(count)} ${count === 1 ? one : many}`;
}

/** `3 days ago`, as of `now`. */
export function agoOf(instant: string, now: number = Date.now()): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  if (Math.abs(seconds) < 45) return seconds > 0 ? "in a moment" : "just now";
  const [unit, length] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
  return relative.format(Math.round(seconds / length), unit);
}

/** `92 %`. */
export function percentOf(part: number): string {
  return `${String(Math.round(part * 100))} %`;
}

/** A value of a property as text: strings as they are, all else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** What an item is called: its name or content, or else its type and its first properties, or the end of its ID. */
export function titleOf(item: Readonly<Record<string, unknown>>): string {
  const named = item["name"] ?? item["title"] ?? item["content"];
  if (typeof named === "string" && named !== "") return named;
  const { type, id, properties } = item;
  const known = typeof properties === "object" && properties !== null ? Object.values(properties) : [];
  const said = known.filter((value) => typeof value === "string" || typeof value === "number").slice(0, 3);
  if (said.length === 0 && typeof id === "string") said.push(`…${id.slice(-6)}`);
  return [type, ...said].filter(Boolean).map(String).join(" ");
}

/** A text of at most `length` UTF-16 code units: never half of a character. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** A name as a value in CQL. */
export function termOf(name: string): string {
  return /^[\p{L}\p{N}_-]+$/u.test(name) ? name : `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
