// The link to all that is set: kept in the address while it changes, copied by a button, and read when it is opened.

import { readLink, writeLink } from "../model/link.ts";
import type { Settings } from "../model/settings.ts";
import { copy } from "./clipboard.ts";
import { announce, byId, h } from "./dom.ts";

/** What the page asks of the link. */
export interface Share {
  /** The settings in the address as the page opens. */
  readonly initial: Settings;
  /** Puts the settings into the address, after a rest: browsers refuse too many changes. */
  readonly keep: () => void;
}

/** What the page offers to the link. */
export interface ShareOptions {
  readonly defaults: Settings;
  readonly settings: () => Settings;
  /** Called when another link is opened in the same tab. */
  readonly onOpen: (settings: Settings) => void;
}

const rest = 400;
const shownFor = 2200;

/** Reads the address, and makes the button copy it. */
export function createShare(button: HTMLElement, { defaults, settings, onOpen }: ShareOptions): Share {
  const { settings: initial, problems } = readLink(location.hash, defaults);
  showProblems(problems);
  let timer = 0;
  /** What stood in the address when it was last read or written. */
  let known = location.hash;
  const write = (): void => {
    // Another link has just been opened, and is about to be read: it counts.
    if (location.hash !== known) return;
    try {
      history.replaceState(null, "", writeLink(settings(), defaults).hash);
    } catch {
      // Too many changes, or an address that may not be changed: the button still copies the link.
    }
    known = location.hash;
  };
  button.addEventListener("click", () => {
    clearTimeout(timer);
    write();
    void offer(button, writeLink(settings(), defaults));
  });
  window.addEventListener("hashchange", () => {
    if (location.hash === known) return;
    known = location.hash;
    const link = readLink(location.hash, defaults);
    showProblems(link.problems);
    onOpen(link.settings);
  });
  return {
    initial,
    keep: () => {
      clearTimeout(timer);
      timer = setTimeout(write, rest);
    },
  };
}

async function offer(button: HTMLElement, link: ReturnType<typeof writeLink>): Promise<void> {
  const address = new URL(link.hash, location.href).href;
  const note = byId("link-note");
  const isCopied = await copy(address);
  const left = link.isCatalogLeftOut ? ["Your catalog is too large for a link and is not in it."] : [];
  if (isCopied) {
    note.replaceChildren(...left.map((sentence) => h("p", { class: "callout" }, sentence)));
    button.textContent = "Link copied";
    announce(["Link copied", ...left].join(". "));
    setTimeout(() => {
      button.textContent = "Copy link";
    }, shownFor);
    return;
  }
  const field = h("input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": "The link to copy",
  });
  note.replaceChildren(
    h("p", { class: "callout" }, ["The link, to copy by hand:", ...left].join(" "), " ", field),
  );
  field.select();
}

function showProblems(problems: readonly string[]): void {
  byId("link-note").replaceChildren(...problems.map((problem) => h("p", { class: "callout" }, problem)));
}
