// Runs of capitalized words, from which names are made.

/** A word with the text between it and the previous word. */
export interface Word {
  readonly text: string;
  readonly gap: string;
  readonly start: number;
}

/** Adjacent capitalized words. */
export interface Run {
  readonly words: readonly string[];
  /** Offsets in the body of the segment, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** A title precedes it. */
  readonly hasTitle: boolean;
}

/** The words of a text; a period belongs to a word only after a single letter and in abbreviations. */
export function wordsIn(body: string): readonly Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const { 0: found, index } of body.matchAll(/[\p{L}\p{N}#][\p{L}\p{M}\p{N}_'’.+~-]*/gu)) {
    const keepsPeriod = /^(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|Gen|St|Jr|Sr|Inc|Ltd|Co|Corp)\.$/u.test(
      found.slice(0, 8),
    );
    const text = (keepsPeriod ? found : found.replace(/[.'’+~-]$/u, "")).slice(0, 80);
    words.push({ text: text.replace(/['’]s$/u, ""), gap: body.slice(end, index), start: index });
    end = index + (keepsPeriod || text.length === found.length ? found.length : text.length);
  }
  return words;
}

/** Words that may precede the name of a person. */
const titles =
  /^(?:mr|mrs|ms|miss|dr|prof|professor|sir|madam|gen|general|lieutenant-general|president|captain|col|sen|rep|judge)\.?$/iu;
/** The end of the name of a company, as it is written. */
export const companySuffix: RegExp =
  /^(?:Ltd|Inc|Corp|Co|LLC|LLP|GmbH|AG|SE|KG|BV|NV|SA|AS|AB|Oy|Oyj|ApS|PLC|plc|SpA|Srl|SARL|KK|Pty)\.?$/u;
/** Words of institutions, and those with which the names of the five hundred largest American companies often end. */
export const institution: RegExp =
  /^(?:university|institute|bank|ministry|foundation|association|agency|authority|department|college|school|hospital|society|club|council|union|federation|corporation|company|partners|group|holdings|industries|technologies|solutions|systems|instruments|foods|mills|airlines|motors|laboratories|labs|enterprises|services|insurance|financial|energy|electric|pharmaceuticals|brands|stores|networks|communications)$/iu;
/** What people are, in signatures and in parentheses. */
export const jobTitle: RegExp =
  /\b(?:chair|treasurer|secretary|c[etfio]o|head|chief|director|manager|engineer|officer|president|assistant|lead|sales|professor|consultant|analyst|host|minutes|editor|developer|designer|architect|scientist|researcher|specialist|coordinator|administrator|advisor|lecturer|founder|counsel|accountant)\b/iu;
const connectors = /^(?:of|de|van|von|der|den|da|di|du|del|la|le|bin|al|el|y)$/u;
/** Words that begin or end no name, though they are capitalized at the start of a sentence. */
const common: ReadonlySet<string> = new Set(
  "the a an and or but if then we i you he she it they this that these those in on at to for of from by with without after before since until as our my your his her its their no not yes please thanks thank hi hello dear hey regards best kind yours subject re fw fwd date cc todo action decision note notes all any some both each every there here when where who what which why how is are was were be has have had do does did will would can could should may might must also still only just now today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december mon tue wed thu fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec ok new update team nothing everybody nobody everyone two three weekly monthly second first last next".split(
    " ",
  ),
);

/** The runs of a segment; a word that is common in lower case begins none. */
export function runsIn(words: readonly Word[]): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!isCapital(words[at]?.text)) continue;
    let last = at;
    while (last + 1 < words.length && last - at < 6) {
      const step = stepTo(words, last + 1, last === at ? "" : (words[last]?.text ?? ""));
      if (step === 0) break;
      last += step;
    }
    const run = trimmed(words.slice(at, last + 1));
    if (run !== undefined) runs.push(run);
    at = last;
  }
  return runs;
}

/** How many words further the next capitalized word of the run is; 0 if there is none. */
function stepTo(words: readonly Word[], next: number, last: string): number {
  const { text = "", gap = "" } = words[next] ?? {};
  if (gap !== " " && gap !== " & ") return 0;
  if (isCapital(text)) return companySuffix.test(last) ? 0 : 1;
  const { text: after, gap: space } = words[next + 1] ?? {};
  const isConnected = connectors.test(text) && space === " " && isCapital(after);
  return isConnected && (text !== "of" || institution.test(words[next - 1]?.text ?? "")) ? 2 : 0;
}

/** Whether a word begins a name. */
export function isCapital(word: string | undefined): boolean {
  return word !== undefined && /^\p{Lu}/u.test(word) && !/^\p{Lu}+[\d-]*\d$/u.test(word);
}

/** Without titles, and without words that are not part of a name. */
function trimmed(words: readonly Word[]): Run | undefined {
  const lower = words.map(({ text }) => text.toLowerCase());
  const first = lower.findIndex((word) => !titles.test(word) && !common.has(word));
  const last = lower.findLastIndex((word) => !common.has(word));
  const start = words[first]?.start;
  const end = words[last];
  if (start === undefined || end === undefined || last < first) return undefined;
  const kept = words.slice(first, last + 1);
  return {
    words: kept.map(({ text, gap }, at) => (at > 0 && gap.includes("&") ? `& ${text}` : text)),
    start,
    end: end.start + end.text.length,
    hasTitle: titles.test(lower[first - 1] ?? ""),
  };
}
