// What a person types or chooses, where something else may say what it is as well: the URL, or what was read.

import { useState } from "preact/hooks";

/**
 * A state that begins anew whenever `value` is another one, in the same render: an effect after it would take back a key that came in between.
 */
export function useFollowed<Value>(value: Value): readonly [Value, (next: Value) => void] {
  const [{ of, present }, set] = useState({ of: value, present: value });
  // Drawn again before anything of it is seen.
  if (of !== value) set({ of: value, present: value });
  const change = (next: Value) => set((last) => (last.present === next ? last : { ...last, present: next }));
  return [of === value ? present : value, change];
}
