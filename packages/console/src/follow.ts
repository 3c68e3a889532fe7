// What a person types or chooses, where something else may say what it is as well: the URL, or what was read.

import { useState } from "preact/hooks";

/**
 * A state that starts over whenever `value` changes, within the same render: an effect would run later, and take back a key pressed meanwhile.
 *
 * @example
 * ```tsx
 * const [typed, setTyped] = useFollowed(query.get("q") ?? "");
 * <input value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
 * ```
 */
export function useFollowed<Value>(value: Value): readonly [Value, (next: Value) => void] {
  const [{ of, present }, set] = useState({ of: value, present: value });
  // Rendered again at once, before anything is drawn.
  if (of !== value) set({ of: value, present: value });
  const change = (next: Value) => set((last) => (last.present === next ? last : { ...last, present: next }));
  return [of === value ? present : value, change];
}
