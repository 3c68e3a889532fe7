// What a person types or chooses, where something else may say what it is as well: the URL, or what was read.

import { useLayoutEffect, useState } from "preact/hooks";

/**
 * A state that begins anew whenever `value` is another one.
 *
 * It follows before anything is painted: an effect after that would take back a key that came in between, and on a busy machine many do.
 */
export function useFollowed<Value>(value: Value): readonly [Value, (next: Value) => void] {
  const [present, setPresent] = useState(value);
  useLayoutEffect(() => setPresent(value), [value]);
  return [present, setPresent];
}
