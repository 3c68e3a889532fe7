// How two texts that look alike differ: in invisible characters, or in characters that look like others.
import { codePointName } from "./characters.ts";
import { brief, show } from "./show.ts";

/**
 * What tells a name from a written text that looks like it in a message, as a sentence after a space; nothing where they look
 * different. It names the first difference: the fix writes the whole name.
 */
export function unlikeness(written: string, name: string): string {
  if (written === name || outlineOf(brief(written)) !== outlineOf(brief(name))) return "";
  const [own, others] = [partsOf(written), partsOf(name)];
  let at = 0;
  while (own[at] !== undefined && own[at] === others[at]) at++;
  return ` It looks alike, but ${differenceOf(own[at], others[at])}.`;
}

function differenceOf(wrote = "", has = ""): string {
  const [isWroteSeen, isHasSeen] = [outlineOf(wrote) !== "", outlineOf(has) !== ""];
  if (wrote === "" || (isWroteSeen && !isHasSeen && has !== "")) return `also has ${described(has)}`;
  if (has === "" || (isHasSeen && !isWroteSeen)) return `does not have ${described(wrote)}`;
  return `has ${described(has)} where you wrote ${described(wrote)}`;
}

/** White space; letters of Hangul in a row, which may be one in another spelling; any other character with its marks. */
function partsOf(text: string): readonly string[] {
  return text.match(/\s+|[\u1100-\u11ff]+|\S\p{M}*/gu) ?? [];
}

/** A part as it looks, if it can be seen, or as it is called, and its characters by their names. */
function described(part: string): string {
  const characters = Array.from(part, codePointName);
  const names = characters.slice(0, maxNamed).join(" ") + (characters.length > maxNamed ? " …" : "");
  if (part === " " || part === "\u00a0") return `a ${part === " " ? "" : "no-break "}space (${names})`;
  return outlineOf(part).trim() === "" ? names : `${show(part)} (${names})`;
}

const maxNamed = 4;

/** The same for two texts that look alike: without what cannot be seen, and each character as the first of those like it. */
function outlineOf(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{DI}/gu, "")
    .replace(/[\s\u2800]+/gu, " ")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[\u2018\u2019\u02bc\u2032\u00b4`]/gu, "'")
    .replace(/[01I]|[^\0-\x7f]/gu, (character) => twins.get(character) ?? character);
}

/** Characters of Latin with those of Cyrillic and Greek that look like them in most fonts. */
const alike = "AАΑ BВΒ CС EЕΕ HНΗ KКΚ MМΜ NΝ OОΟ0 PРΡ TТΤ XХΧ YΥ ZΖ aа cс eе iі lI1І oоο pрρ sѕ xх yу";

const twins: ReadonlyMap<string, string> = new Map(
  alike.split(" ").flatMap(([first = "", ...others]) => others.map((other) => [other, first] as const)),
);
