// What a term means, shown next to it: under the pointer, or at the cursor by a key.
import type { Extension } from "@codemirror/state";
import { type Command, type EditorView, hoverTooltip, type Tooltip } from "@codemirror/view";
import type { Hover } from "../language-service/hover.ts";
import type { LanguageService } from "../language-service/service.ts";
import { paragraphsDom } from "./convert.ts";
import { abortOnDestroy, onlyLatest } from "./latest.ts";
import { hidePopup, showPopup } from "./popup.ts";

/**
 * Says what the term under the pointer does, what its name stands for, which instant its date means.
 *
 * @param service - The language service.
 * @returns The extension.
 * @example
 * ```ts
 * const extensions = [sliceCqlLanguage(), sliceCqlHover(createLanguageService({ catalog }))];
 * ```
 */
export function sliceCqlHover(service: Pick<LanguageService, "hover">): Extension {
  return [abortOnDestroy, hoverTooltip(hoverSource(service), { hideOnChange: true })];
}

/** What asks about the character on one side of a position. */
export function hoverSource(
  service: Pick<LanguageService, "hover">,
): (view: EditorView, position: number, side: -1 | 1) => Promise<Tooltip | null> {
  const latest = onlyLatest();
  return async (view, position, side) => {
    const text = view.state.doc.toString();
    const offset = side < 0 ? position - 1 : position;
    const hover = await latest(view, async (signal) => await service.hover(text, offset, { signal }));
    return hover === null ? null : tooltipOf(hover);
  };
}

/**
 * A command that shows at the cursor what {@link sliceCqlHover} shows under the pointer, and reads it to a screen reader.
 *
 * @param service - The language service.
 * @returns The command.
 * @example
 * ```ts
 * keymap.of([{ key: "Alt-F1", run: explainAtCursor(service) }]);
 * ```
 */
export function explainAtCursor(service: Pick<LanguageService, "hover">): Command {
  const latest = onlyLatest();
  return (view) => {
    const { doc, selection } = view.state;
    const asked = latest(
      view,
      async (signal) => await service.hover(doc.toString(), selection.main.head, { signal }),
    );
    showPopup(view, asked, (hover) =>
      hover === null
        ? { announce: view.state.phrase("Nothing to explain here.") }
        : { tooltip: goesOnBlur(tooltipOf(hover)), announce: spokenOf(hover) },
    );
    return true;
  };
}

function tooltipOf({ span, paragraphs }: Hover): Tooltip {
  return {
    pos: span.start,
    end: span.end,
    above: true,
    create: () => ({ dom: paragraphsDom(paragraphs) }),
  };
}

/** No pointer closes it, unlike the other, so it closes when the focus moves. */
function goesOnBlur(tooltip: Tooltip): Tooltip {
  return {
    ...tooltip,
    create: (view) => {
      const leave = (): void => void hidePopup(view);
      view.contentDOM.addEventListener("blur", leave);
      return {
        ...tooltip.create(view),
        destroy: () => view.contentDOM.removeEventListener("blur", leave),
      };
    },
  };
}

function spokenOf({ paragraphs }: Hover): string {
  return paragraphs.map((pieces) => pieces.map(({ text }) => text).join("")).join(" ");
}
