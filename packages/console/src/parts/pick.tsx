// One of a few values, or all of them.

import type { JSX } from "preact";

/** A choice among values; none chosen means all. */
export function Pick<Value extends string>({
  label,
  of,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly of: readonly Value[];
  readonly chosen: Value | undefined;
  readonly onChoose: (value: string) => void;
}): JSX.Element {
  return (
    <label class="choice">
      {label}{" "}
      <select value={chosen ?? ""} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        <option value="">all</option>
        {of.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}
