// Tests ranges in the order of their bounds: what is found is what each range gives by itself.

import fc from "fast-check";
import { expect, test } from "vitest";
import { listSlots, scratchOf } from "../../src/match/bits.ts";
import { RangeOrder } from "../../src/match/range-order.ts";
import { type Bounds, firstPlace, scales } from "../../src/match/slot-ranges.ts";
import { runs } from "../support/runs.ts";

const slotCount = 400;

const bound = fc.record({ scale: fc.constantFrom(...scales), at: fc.integer({ min: -9, max: 9 }) });
const bounds: fc.Arbitrary<Bounds> = fc.record({
  starts: fc.array(bound, { maxLength: 2 }),
  ends: fc.array(bound, { maxLength: 2 }),
});
/** Slots are put in, and one that is in already is taken out. */
const changes = fc.array(fc.tuple(fc.nat(slotCount - 1), bounds), { maxLength: 600, size: "max" });
const steps = fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 4, maxLength: 4 });

test("the slots whose range has begun and those whose range is open are found after any changes", () => {
  fc.assert(
    fc.property(changes, steps, (made, at) => {
      const order = new RangeOrder();
      const kept = new Map<number, Bounds>();
      for (const [slot, range] of made) {
        const before = kept.get(slot);
        if (before === undefined) {
          order.add(slot, range);
          kept.set(slot, range);
        } else {
          order.delete(slot, before);
          kept.delete(slot);
        }
      }
      expect(foundIn(order, at)).toEqual({
        begun: slotsOf(kept, ({ starts }) => starts.length === 0 || starts.some((each) => isUpTo(each, at))),
        open: slotsOf(kept, ({ ends }) => ends.length === 0 || ends.some((each) => !isUpTo(each, at))),
      });
    }),
    runs(60),
  );
});

test("no range has begun or is open at an invalid date", () => {
  const order = new RangeOrder();
  order.add(3, { starts: [], ends: [] });
  order.add(4, { starts: [{ scale: "days", at: 0 }], ends: [{ scale: "fixed", at: 0 }] });
  expect(foundIn(order, [Number.NaN, Number.NaN, Number.NaN, Number.NaN])).toEqual({ begun: [], open: [] });
});

function foundIn(order: RangeOrder, at: readonly number[]): { begun: number[]; open: number[] } {
  const room = scratchOf(Math.ceil(slotCount / 32), firstPlace + scales.length);
  room.steps.set(at, firstPlace);
  order.addTo(room, firstPlace);
  return { begun: listed(room.begun), open: listed(room.open) };
}

function listed(words: Uint32Array): number[] {
  const slots = new Uint32Array(slotCount);
  return [...slots.subarray(0, listSlots(words, slots))];
}

function slotsOf(kept: ReadonlyMap<number, Bounds>, isIn: (range: Bounds) => boolean): number[] {
  return [...kept].flatMap(([slot, range]) => (isIn(range) ? [slot] : [])).toSorted((a, b) => a - b);
}

function isUpTo({ scale, at }: Bounds["starts"][number], steps: readonly number[]): boolean {
  return at <= (steps[scales.indexOf(scale)] ?? Number.NaN);
}
