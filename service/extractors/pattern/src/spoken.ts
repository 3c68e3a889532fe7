// Lines of chats: who speaks, whom they call, and what they promise to do.

import type { Find } from "./findings.ts";
import type { RuleContext } from "./rule-context.ts";
import type { Segment } from "./segments.ts";
import { addTask } from "./tasks.ts";

/** What a line of a chat shows. */
interface Spoken {
  readonly speaker: Find;
  readonly tasks: readonly Find[];
}

const time = "(?:\\[\\d\\d?:\\d\\d(?::\\d\\d)?(?: ?[AP]M)?\\]|\\d\\d?:\\d\\d(?::\\d\\d)?(?: ?[AP]M)?)";
/** `[10:02] <ulrika> morning`, `<ulrika> morning`. */
const nickname = new RegExp(`^(?:${time} )?<(\\p{L}{2,30})> ?`, "u");
/** `[08:02] maria: morning`, `08:02 Bruno K.: morning`. */
const named = new RegExp(
  `^${time} (\\p{L}[\\p{L}\\p{M}.'’-]{1,30}(?: \\p{Lu}[\\p{L}\\p{M}.'’-]{0,30}){0,2}): `,
  "u",
);
/** `dmitri – finished`, if that is a known first name. */
const dashed = /^(\p{L}{2,30}) [–-] /u;
const promise =
  /(?:^|[,;] |\b(?:ok|okay|yes|sure|and) )(?:I will|I['’]ll|I am going to|I['’]m going to|let me) (\p{Ll}[^.!?;]{3,200})/iu;
/** In a chat it is always about these days. */
const soon = / (?:today|tomorrow|tonight|now|right away|asap|this (?:morning|afternoon|evening|week))$/iu;

/** What a line says, if somebody speaks it; a sentence that does not begin a line is spoken by who has begun it. */
export function spokenIn(
  context: RuleContext,
  segment: Segment,
  before: Find | undefined,
): Spoken | undefined {
  const { findings, lexicon } = context;
  const known = nickname.exec(segment.body) ?? named.exec(segment.body);
  const [start = "", name] = known ?? [];
  const [, other] = dashed.exec(segment.body) ?? [];
  if (known === null && other !== undefined && lexicon?.(other) === "person") {
    findings.addPerson(other, { segment, roles: ["speaker"] });
    return undefined;
  }
  const speaker =
    name === undefined
      ? segment.isFirst
        ? undefined
        : before
      : findings.addPerson(name, { segment, isStrong: true, roles: ["speaker"] });
  if (speaker === undefined) return undefined;
  const words = segment.body.slice(start.length);
  for (const [, called = ""] of words.matchAll(/(?:^|[ (])@(\p{L}{2,30})\b/gu))
    findings.addPerson(called, { segment, isStrong: true });
  const [, what] = promise.exec(words) ?? [];
  if (what === undefined) return { speaker, tasks: [] };
  return { speaker, tasks: [addTask(context, segment, what.replace(soon, ""), speaker.name)] };
}
