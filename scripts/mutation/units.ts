// Which parts of a file ran: each block and each arrow notes that it was entered.
import ts from "typescript";
import { parsed } from "./mutations.ts";

/** A part of a file that is entered as a whole. The first is the file itself. */
export interface Unit {
  readonly start: number;
  readonly end: number;
}

/** A file's units, and its text in which each but the first sets its place in a global array, from an offset on. */
export interface Noting {
  readonly units: readonly Unit[];
  readonly text: string;
}

/** The name of that array. */
export const noted = "__entered";

/** Makes a file note what of it runs. */
export function noting(path: string, text: string, offset: number): Noting {
  const source = parsed(path, text);
  const units: Unit[] = [{ start: 0, end: text.length }];
  const insertions: Insertion[] = [];
  const visit = (node: ts.Node): void => {
    const isResult = ts.isArrowFunction(node.parent) && node.parent.body === node;
    if (ts.isBlock(node) || isResult) {
      const [start, end] = [node.getStart(source), node.getEnd()];
      const note = `${noted}[${String(offset + units.length)}] = 1`;
      units.push({ start, end });
      if (ts.isBlock(node)) insertions.push({ at: start + 1, text: `${note};`, isEnd: false });
      else {
        insertions.push({ at: start, text: `(${note}, (`, isEnd: false });
        insertions.push({ at: end, text: "))", isEnd: true });
      }
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return { units, text: inserted(text, insertions) };
}

/** The narrowest unit with a whole piece of text in it. */
export function unitOf(units: readonly Unit[], start: number, end: number): number {
  let narrowest = 0;
  units.forEach((unit, index) => {
    const best = units[narrowest];
    const isInside = unit.start <= start && end <= unit.end;
    if (isInside && best !== undefined && unit.end - unit.start < best.end - best.start) narrowest = index;
  });
  return narrowest;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
  readonly isEnd: boolean;
}

/** At one place ends come before beginnings. */
function inserted(text: string, insertions: readonly Insertion[]): string {
  const ordered = insertions.toSorted((a, b) => a.at - b.at || Number(b.isEnd) - Number(a.isEnd));
  let result = "";
  let done = 0;
  for (const insertion of ordered) {
    result += text.slice(done, insertion.at) + insertion.text;
    done = insertion.at;
  }
  return result + text.slice(done);
}
