// A few alternatives, of which one is chosen.

import type { JSX } from "preact";

/** Shows alternatives as a row of buttons. */
export function Choices<Value extends string>({
  label,
  of,
  chosen,
  nameOf = (value) => value,
  onChoose,
}: {
  readonly label: string;
  readonly of: readonly Value[];
  readonly chosen: Value;
  readonly nameOf?: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
}): JSX.Element {
  return (
    <fieldset class="choices">
      <legend class="hidden">{label}</legend>
      {of.map((value) => (
        <button
          key={value}
          type="button"
          class="quiet"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {nameOf(value)}
        </button>
      ))}
    </fieldset>
  );
}
