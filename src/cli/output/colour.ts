// Colours on a terminal: when there are any, and what is painted.
import type { Severity } from "../../diagnostics/diagnostic.ts";
import { show } from "../../text/show.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";

/** Colours pieces of text; does nothing without colours. */
export interface Paint {
  readonly severity: (severity: Severity, text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
}

/** Whether a stream gets colours. The flag decides, then NO_COLOR, then FORCE_COLOR, then whether it is a terminal. */
export function hasColours(choice: string | undefined, env: Io["env"], isTTY: boolean): boolean {
  const { NO_COLOR = "", FORCE_COLOR, TERM } = env;
  if (choice === "always") return true;
  if (choice === "never") return false;
  if (choice !== undefined && choice !== "auto") {
    throw new Failure(`--color must be auto, always or never, not ${show(choice)}`);
  }
  if (NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTTY && TERM !== "dumb";
}

/** Paint with colours or without. */
export function paintWith(colours: boolean): Paint {
  const style = (codes: string) => (text: string) => (colours ? `\u001b[${codes}m${text}\u001b[0m` : text);
  return {
    severity: (severity, text) => style(codes[severity])(text),
    strong: style("1"),
    faint: style("2"),
    good: style("32"),
  };
}

/** Bold; red, yellow, cyan and the terminal's own. */
const codes: Readonly<Record<Severity, string>> = {
  error: "1;31",
  warning: "1;33",
  information: "1;36",
  hint: "1",
};
