// The part of the package `railroad-diagrams` that is used here; it ships no types of its own.
declare module "railroad-diagrams" {
  /** An element of a drawing. */
  export interface Item {
    readonly attrs: Record<string, string | number>;
    readonly text?: string;
  }
  /** A whole drawing, with its size in `attrs` once it is laid out. */
  export interface Drawing extends Item {
    format(top?: number, right?: number, bottom?: number, left?: number): Drawing;
    toString(): string;
  }
  interface Railroad {
    readonly Diagram: (...items: readonly Item[]) => Drawing;
    readonly Sequence: (...items: readonly Item[]) => Item;
    readonly Choice: (normal: number, ...items: readonly Item[]) => Item;
    readonly Optional: (item: Item) => Item;
    readonly ZeroOrMore: (item: Item) => Item;
    readonly Terminal: (text: string) => Item;
    readonly NonTerminal: (text: string) => Item;
    readonly Comment: (text: string) => Item;
  }
  const railroad: Railroad;
  export default railroad;
}
