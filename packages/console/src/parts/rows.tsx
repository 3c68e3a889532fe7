// A long list, of which only the rows in view are in the page.

import type { ComponentChildren, JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { LoadedPages } from "../load.ts";
import { scrolledTo, windowOf } from "./window.ts";

/** How many rows above and below those in view are in the page as well. */
const margin = 8;

/** A row in the page, and what it shows. */
interface Drawn<Item> {
  readonly item: Item;
  readonly row: JSX.Element;
}

/** What is in view of a list, in pixels. */
interface View {
  readonly top: number;
  readonly height: number;
}

/** Shows rows of equal height; reads more when the end comes near. The row at `chosen` stays in view. */
export function Rows<Item>({
  items,
  height,
  label,
  chosen,
  pages,
  keyOf,
  children,
}: {
  readonly items: readonly Item[];
  /** The height of a row, in pixels. */
  readonly height: number;
  readonly label: string;
  readonly chosen?: number | undefined;
  readonly pages?: Pick<LoadedPages<unknown>, "hasMore" | "more"> | undefined;
  /** What makes a row the same one after the list was read again, where rows have a state of their own, such as a question; by default its place. */
  readonly keyOf?: (item: Item) => string;
  readonly children: (item: Item, at: number) => ComponentChildren;
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const { view, setView } = useView(box);
  useEffect(() => {
    const element = box.current;
    if (element === null || chosen === undefined) return;
    const { scrollTop: top, clientHeight: seen } = element;
    element.scrollTop = scrolledTo(chosen, { count: items.length, height, top, seen });
  }, [chosen, height]);
  const { first, last, total, offset } = windowOf(
    { count: items.length, height, top: view.top, seen: view.height },
    margin,
  );
  const isNearEnd = last >= items.length - margin;
  useEffect(() => {
    if (isNearEnd && pages?.hasMore === true) pages.more();
  }, [isNearEnd, items.length, pages?.hasMore]);
  const size = pages?.hasMore === true ? -1 : items.length;
  // While it is only scrolled or gets longer, a row that stays in the page is the same, and is not drawn again.
  const drawn = useMemo(() => new Map<number, Drawn<Item>>(), [children, size, offset]);
  for (const at of drawn.keys()) if (at < first || at >= last) drawn.delete(at);
  const rows = items.slice(first, last).map((item, index) => {
    const at = first + index;
    const known = drawn.get(at);
    if (known?.item === item) return known.row;
    const row = (
      <div
        key={keyOf?.(item) ?? at}
        role="listitem"
        class="row"
        aria-setsize={size}
        aria-posinset={at + 1}
        style={{
          height: `${String(height)}px`,
          transform: `translateY(${String(at * height + offset)}px)`,
        }}
      >
        {children(item, at)}
      </div>
    );
    drawn.set(at, { item, row });
    return row;
  });
  return (
    <div
      ref={box}
      class="rows"
      role="list"
      aria-label={label}
      tabIndex={0}
      onScroll={({ currentTarget }) =>
        setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
    >
      <div style={{ height: `${String(total)}px` }} role="presentation">
        {rows}
      </div>
    </div>
  );
}

/** What is in view, as the box grows and shrinks; the box says when it is scrolled. */
function useView(box: RefObject<HTMLElement | null>): {
  readonly view: View;
  readonly setView: (view: View) => void;
} {
  const [view, setView] = useState<View>({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { view, setView };
}
