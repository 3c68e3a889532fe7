// The present that relative dates count from: a fixed instant, or the clock.

import { fromField, showInstant, toField } from "../model/instants.ts";
import { evaluationTimeOf, type Now } from "../model/settings.ts";
import { h } from "./dom.ts";

/** What the page asks of the control. */
export interface NowControl {
  readonly now: () => Now;
  readonly set: (now: Now) => void;
}

/** How often the clock is looked at. */
const tick = 1000;

/** Fills a box with the control. `onChange` is called when the present is another, with the clock every minute. */
export function createNowControl(box: HTMLElement, initial: Now, onChange: () => void): NowControl {
  let now = initial;
  let timer = 0;
  const { fixed, live, field, clock, problem } = furnish(box);
  const show = (): void => {
    const isLive = now.kind === "live";
    fixed.checked = !isLive;
    live.checked = isLive;
    clock.textContent = isLive ? `: ${showInstant(evaluationTimeOf(now))}` : "";
  };
  const keepTime = (): void => {
    clearInterval(timer);
    let shown = evaluationTimeOf(now);
    const look = (): void => {
      const instant = evaluationTimeOf(now);
      // Whatever is open over the editor would go, for nothing.
      if (instant === shown || document.hidden) return;
      shown = instant;
      show();
      onChange();
    };
    if (now.kind === "live") timer = setInterval(look, tick);
  };
  const set = (next: Now): void => {
    now = next;
    if (next.kind === "fixed") field.value = toField(next.instant);
    problem.textContent = "";
    show();
    keepTime();
    onChange();
  };
  const readField = (): void => {
    const instant = fromField(field.value);
    if (instant === undefined) problem.textContent = "Not a whole date: the last one is kept.";
    else set({ kind: "fixed", instant });
  };
  field.addEventListener("change", readField);
  fixed.addEventListener("change", readField);
  live.addEventListener("change", () => {
    // The live time becomes fixed at its current value.
    field.value = toField(evaluationTimeOf({ kind: "live" }));
    set({ kind: "live" });
  });
  field.value = toField(evaluationTimeOf(initial));
  show();
  keepTime();
  return { now: () => now, set };
}

interface NowParts {
  readonly fixed: HTMLInputElement;
  readonly live: HTMLInputElement;
  readonly field: HTMLInputElement;
  readonly clock: HTMLElement;
  readonly problem: HTMLElement;
}

function furnish(box: HTMLElement): NowParts {
  const radio = (value: Now["kind"]): HTMLInputElement => h("input", { type: "radio", name: "now", value });
  const [fixed, live] = [radio("fixed"), radio("live")];
  const field = h("input", { type: "datetime-local", step: 1, "aria-label": "The fixed instant, in UTC" });
  const clock = h("span", { class: "clock" });
  const problem = h("span", { class: "complaint", role: "alert" });
  box.append(
    h("legend", {}, "Relative dates count from"),
    h("label", { class: "choice" }, fixed, "an instant"),
    h("span", { class: "field" }, field, " UTC"),
    problem,
    h("label", { class: "choice" }, live, "the clock", clock),
  );
  return { fixed, live, field, clock, problem };
}
