// What a person reads of a long run, in one line of the terminal.

/** The progress of a run. */
export interface ProgressState {
  /** Bytes read, and the total; undefined if the total is not known. */
  readonly bytes: number;
  readonly total: number | undefined;
  /** Entities read, and those of them that are in the slice. */
  readonly read: number;
  readonly found: number;
  /** Milliseconds since it began. */
  readonly elapsed: number;
}

/** Bar, share, counts and the time left, or what fits of these into the given number of characters. */
export function progressLine(state: ProgressState, columns: number): string {
  const [read, found] = [figure(state.read), figure(state.found)];
  const counts = [`${read} entities read, ${found} in the slice`, `${read} read, ${found} found`];
  const share = shareOf(state);
  if (share === undefined) return firstThatFits(counts, columns);
  const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
  const time = timeLeft(state, share);
  const [long = "", ...shorter] = [...counts.map((each) => `${percent}  ${each}`), percent].map((text) =>
    [text, ...time].join(", "),
  );
  const candidates = shorter.flatMap((text) => barBefore(text, share, columns).concat(text));
  return firstThatFits([...barBefore(long, share, columns), ...candidates, percent], columns);
}

const minBar = 10;
const maxBar = 30;

/** Of the bytes. A file can grow while it is read. */
function shareOf({ bytes, total }: ProgressState): number | undefined {
  return total === undefined || total === 0 ? undefined : Math.min(bytes / total, 1);
}

function firstThatFits(texts: readonly string[], columns: number): string {
  return texts.find(({ length }) => length <= columns) ?? "";
}

/** Nothing where there is no room for a bar. */
function barBefore(text: string, share: number, columns: number): readonly string[] {
  const width = Math.min(columns - text.length - "[]  ".length, maxBar);
  if (width < minBar) return [];
  return [`[${"#".repeat(Math.floor(share * width)).padEnd(width, ".")}]  ${text}`];
}

/** `1:05 left`, at the current rate. Unknown for a run that has read nothing. */
function timeLeft({ elapsed }: ProgressState, share: number): readonly string[] {
  if (share === 0) return [];
  const seconds = Math.ceil((elapsed * (1 - share)) / share / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const digits = [...(hours === 0 ? [] : [hours]), minutes, seconds % 60];
  return [`${digits.map((each, index) => String(each).padStart(index === 0 ? 1 : 2, "0")).join(":")} left`];
}

/** `12 345`, with a space that does not break. */
function figure(count: number): string {
  return count.toLocaleString("en").replaceAll(",", "\u00a0");
}
