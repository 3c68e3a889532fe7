// A stand-in for the elements that the adapter makes, without a page: their content, their listeners, and which has the focus.

import { vi } from "vitest";

/** An element. It knows no HTML: what is written to `innerHTML` would be lost, and the tests would see nothing. */
export class FakeElement {
  readonly tag: string;
  readonly children: (FakeElement | string)[] = [];
  readonly attributes: Map<string, string> = new Map();
  readonly #listeners = new Map<string, (event: FakeEvent) => void>();
  className = "";
  title = "";
  href = "";
  tabIndex = 0;

  constructor(tag: string) {
    this.tag = tag;
  }

  get textContent(): string {
    return this.children.map((each) => (typeof each === "string" ? each : each.textContent)).join("");
  }

  set textContent(text: string) {
    this.children.splice(0, Number.POSITIVE_INFINITY, text);
  }

  append(...children: readonly (FakeElement | string)[]): void {
    this.children.push(...children);
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  addEventListener(type: string, listener: (event: FakeEvent) => void): void {
    this.#listeners.set(type, listener);
  }

  querySelectorAll(tag: string): readonly FakeElement[] {
    return this.children.filter((each) => typeof each !== "string").filter((each) => each.tag === tag);
  }

  querySelector(tag: string): FakeElement | null {
    return this.querySelectorAll(tag)[0] ?? null;
  }

  isConnected = true;

  contains(other: FakeElement | null): boolean {
    return other === this || this.children.some((each) => each === other);
  }

  focus(): void {
    setFocus(this);
  }

  /** Calls what listens to a type of event, and says what it did with it. */
  fire(type: string, key = ""): { readonly prevented: boolean; readonly stopped: boolean } {
    const done = { prevented: false, stopped: false };
    this.#listeners.get(type)?.({
      key,
      preventDefault: () => {
        done.prevented = true;
      },
      stopPropagation: () => {
        done.stopped = true;
      },
    });
    return done;
  }
}

/** An event, as listeners see it. */
export interface FakeEvent {
  readonly key: string;
  readonly preventDefault: () => void;
  readonly stopPropagation: () => void;
}

let focused: FakeElement | undefined;

function setFocus(element: FakeElement): void {
  focused = element;
}

/** Puts a document in place until the globals are restored. */
export function stubDocument(): void {
  focused = undefined;
  vi.stubGlobal("document", {
    createElement: (tag: string) => new FakeElement(tag),
    get activeElement() {
      return focused ?? null;
    },
  });
}

/** The element that has the focus. */
export function focusedElement(): FakeElement | undefined {
  return focused;
}

/** An element that the adapter made of this document. */
export function fakeOf(made: unknown): FakeElement {
  if (!(made instanceof FakeElement)) throw new TypeError("It is no element of this document");
  return made;
}
