// The axes of plots: from a figure to its place, and the figures that are written beside.
import { figureText } from "./figures.ts";

/** One axis; places are between 0 and 1. */
export interface Axis {
  readonly placeOf: (figure: number) => number;
  readonly ticks: readonly Tick[];
  readonly isLogarithmic: boolean;
}

/** A line across the plot, and what is written at its end. */
export interface Tick {
  readonly place: number;
  readonly text: string;
}

/** Figures that differ more than this need a logarithmic axis: the small ones would not be seen. */
const mostOnLinear = 10;

/** An axis that has room for all figures; logarithmic if they differ much or if it has to be. */
export function axisOf(figures: readonly number[], isAlwaysLogarithmic = false): Axis {
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  const isLogarithmic = least > 0 && (isAlwaysLogarithmic || most / least > mostOnLinear);
  return isLogarithmic ? logarithmic(least, most) : linear(most > 0 ? most : 1);
}

function linear(most: number): Axis {
  const step = stepOf(most);
  const end = Math.max(1, Math.ceil(most / step - 1e-9)) * step;
  const count = Math.round(end / step);
  return {
    // What is over something else may be a little under it.
    placeOf: (figure) => Math.max(0, figure) / end,
    ticks: Array.from({ length: count + 1 }, (_, at) => ({ place: at / count, text: tickText(at * step) })),
    isLogarithmic: false,
  };
}

/** A fifth of the axis or more, as 1, 2 or 5 of a power of ten. */
function stepOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most / 5));
  const wanted = most / 5 / power;
  return (wanted <= 1 ? 1 : wanted <= 2 ? 2 : wanted <= 5 ? 5 : 10) * power;
}

function logarithmic(least: number, most: number): Axis {
  const marks = marksAround(least, most);
  const [first = least, last = most] = [marks[0], marks.at(-1)];
  const placeOf = (figure: number): number => Math.log(figure / first) / Math.log(last / first);
  return {
    placeOf,
    ticks: marks.map((figure) => ({ place: placeOf(figure), text: tickText(figure) })),
    isLogarithmic: true,
  };
}

/** Powers of ten, and 2 and 5 of them where there are few. */
function marksAround(least: number, most: number): readonly number[] {
  const decades = Math.log10(most / least);
  const factors = decades > 2.5 ? [1] : [1, 2, 5];
  const from = Math.floor(Math.log10(least));
  const all = Array.from({ length: Math.ceil(decades) + 3 }, (_, at) => 10 ** (from + at)).flatMap((power) =>
    factors.map((factor) => factor * power),
  );
  const below = all.findLastIndex((mark) => mark <= least * (1 + 1e-9));
  const above = all.findIndex((mark) => mark >= most * (1 - 1e-9) && mark > (all[below] ?? 0));
  return all.slice(below, above + 1);
}

function tickText(figure: number): string {
  return figureText(
    figure,
    Math.max(0, Math.min(6, -Math.floor(Math.log10(figure === 0 ? 1 : figure) + 1e-9))),
  );
}
