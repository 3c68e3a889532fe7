// The geometry of the timeline: the visible range of time, the positions of its marks, and how many entities fall where.

/** A stretch of time in milliseconds, its end not included. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A place on the axis and its label. */
export interface Tick {
  readonly instant: number;
  readonly label: string;
}

/** A range whose ends may be open. */
export interface TimeRange {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

const hour = 3_600_000;
const day = 24 * hour;
const year = 365.2425 * day;
const monday = 4 * day;

/** The whole of the data with a little room, and the present if it is near. */
export function wholeStretch(first: number, last: number, now: number): Stretch {
  const room = Math.max(hour, (last - first) / 50);
  const isNear = now > last && now - last < (last - first) / 4;
  return { start: first - room, end: (isNear ? now : last) + room };
}

/** The range with room on both sides; an open end reaches as far as the whole does. */
export function rangeStretch({ start, end }: TimeRange, whole: Stretch): Stretch {
  const from = start ?? Math.min(whole.start, (end ?? whole.end) - day);
  const to = end ?? Math.max(whole.end, from + day);
  const [low, high] = from <= to ? [from, to] : [to, from];
  const room = Math.max(hour, (high - low) * 0.15);
  return { start: low - room, end: high + room };
}

/** The position of an instant, from 0 at the start to 1 at the end; outside it is less or more. */
export function placeIn({ start, end }: Stretch, instant: number): number {
  return (instant - start) / (end - start);
}

/** How many of the instants (ascending) fall into each of equal bins. */
export function binsOf(instants: Iterable<number>, { start, end }: Stretch, size: number): readonly number[] {
  const bins = Array.from({ length: size }, () => 0);
  for (const instant of instants) {
    const bin = Math.floor(((instant - start) / (end - start)) * size);
    if (bin >= 0 && bin < size) bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

/** Marks in UTC at round places, at most so many. */
export function ticksOf(stretch: Stretch, most: number): readonly Tick[] {
  const step = steps.find(({ length }) => (stretch.end - stretch.start) / length <= most) ?? lastStep;
  const ticks: Tick[] = [];
  let instant = step.floor(stretch.start);
  while (instant < stretch.end && ticks.length < most + 2) {
    if (instant >= stretch.start) ticks.push({ instant, label: step.label(instant) });
    instant = step.next(instant);
  }
  return ticks;
}

interface Step {
  /** About, in milliseconds. */
  readonly length: number;
  readonly floor: (instant: number) => number;
  readonly next: (instant: number) => number;
  readonly label: (instant: number) => string;
}

/** Counted from the first Monday of 1970, which days and hours do not notice. */
function evenStep(length: number, label: (instant: number) => string): Step {
  return {
    length,
    floor: (instant) => Math.floor((instant - monday) / length) * length + monday,
    next: (instant) => instant + length,
    label,
  };
}

/** Months and years are not even: they are counted in the calendar. */
function monthStep(months: number): Step {
  const monthOf = (instant: number): number => {
    const date = new Date(instant);
    return date.getUTCFullYear() * 12 + date.getUTCMonth();
  };
  const instantOf = (month: number): number => {
    const date = new Date(0);
    date.setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1);
    return date.getTime();
  };
  return {
    length: (months * year) / 12,
    floor: (instant) => instantOf(Math.floor(monthOf(instant) / months) * months),
    next: (instant) => instantOf(monthOf(instant) + months),
    label: (instant) => (months >= 12 ? yearLabel(instant) : isoOf(instant).slice(0, -3)),
  };
}

const dayLabel = (instant: number): string => isoOf(instant);
const hourLabel = (instant: number): string => new Date(instant).toISOString().slice(11, 16);
const yearLabel = (instant: number): string => isoOf(instant).slice(0, -6);

function isoOf(instant: number): string {
  return new Date(instant).toISOString().split("T")[0] ?? "";
}

const lastStep: Step = monthStep(12_000);

const steps: readonly Step[] = [
  ...[1, 3, 6, 12].map((hours) =>
    evenStep(hours * hour, (at) => (at % day === 0 ? dayLabel(at) : hourLabel(at))),
  ),
  ...[1, 2, 7, 14].map((days) => evenStep(days * day, dayLabel)),
  ...[1, 2, 3, 6].map(monthStep),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map((years) => monthStep(12 * years)),
];
