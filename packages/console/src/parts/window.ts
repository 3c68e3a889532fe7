// Which rows of a long list are in view, and where they are in a page that browsers can still scroll.

/** The tallest element that every browser draws, in pixels, with room to spare: Firefox ends at 17.8 million, Chromium at 33.5. */
const tallest = 8_000_000;

/** A list of rows of equal height, as it is scrolled. */
export interface Scrolled {
  readonly count: number;
  /** The height of a row, in pixels. */
  readonly height: number;
  /** How far the box is scrolled, and how much of it is seen, in pixels. */
  readonly top: number;
  readonly seen: number;
}

/** What is in the page. */
export interface Window {
  /** The rows from `first` to before `last`. */
  readonly first: number;
  readonly last: number;
  /** The height of all of it, in pixels. */
  readonly total: number;
  /** What has to be added to the place of a row, in pixels: not zero where a list is taller than browsers draw, and a pixel of the scroll bar is more than one of the list. */
  readonly offset: number;
}

/** The rows in view, and so many above and below them. */
export function windowOf({ count, height, top, seen }: Scrolled, margin: number): Window {
  const full = count * height;
  const total = Math.min(full, tallest);
  const offset = top - placeOf({ full, total, seen }, top);
  const from = top - offset;
  return {
    first: Math.max(0, Math.floor(from / height) - margin),
    last: Math.min(count, Math.ceil((from + seen) / height) + margin),
    total,
    offset,
  };
}

/** How far to scroll so that a row is in view: as far as it is if it is in view already. */
export function scrolledTo(at: number, { count, height, top, seen }: Scrolled): number {
  const full = count * height;
  const total = Math.min(full, tallest);
  const from = placeOf({ full, total, seen }, top);
  const to = at * height < from ? at * height : Math.max(from, (at + 1) * height - seen);
  if (to === from) return top;
  return full === total ? to : (to * (total - seen)) / (full - seen);
}

/** What part of a list is at the upper edge of its box, in pixels from its beginning. */
function placeOf(
  { full, total, seen }: { readonly full: number; readonly total: number; readonly seen: number },
  top: number,
): number {
  return full === total ? top : (top * (full - seen)) / (total - seen);
}
