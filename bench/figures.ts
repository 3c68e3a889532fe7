// Figures as text.

/** A figure with three digits, or as many as are in front of the point; thousands are set apart. */
export function figureText(figure: number): string {
  if (!Number.isFinite(figure)) return "–";
  const size = Math.abs(figure);
  const digits = size >= 99.95 || Number.isInteger(figure) ? 0 : size >= 9.995 ? 1 : 2;
  const [whole = "", fraction] = figure.toFixed(digits).split(".");
  const apart = whole.length > 4 ? whole.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/gu, "\u00a0") : whole;
  return fraction === undefined ? apart : `${apart}.${fraction}`;
}

/** Nanoseconds in the unit that suits them, such as `1.23 µs`. */
export function timeText(nanoseconds: number): string {
  const [unit, divisor] = units.find(([, from]) => nanoseconds >= from) ?? units.at(-1) ?? ["ns", 1];
  return Number.isNaN(nanoseconds) ? "–" : `${figureText(nanoseconds / divisor)}\u00a0${unit}`;
}

const units = [
  ["s", 1e9],
  ["ms", 1e6],
  ["µs", 1e3],
  ["ns", 1],
] as const;
