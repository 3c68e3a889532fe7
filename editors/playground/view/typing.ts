// Whether someone is typing: a half-written term is not an error yet, so errors wait until typing pauses.

/** What the page asks and tells. */
export interface Typing {
  readonly isOn: () => boolean;
  /** A key has changed the text. */
  readonly go: () => void;
  /** The text is another at once, by a button or a link. */
  readonly stop: () => void;
}

/** How long after the last key it is over. */
const rest = 400;

/** `onRest` is called when the keys have rested. */
export function createTyping(onRest: () => void): Typing {
  let timer: number | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    isOn: () => timer !== undefined,
    go: () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        stop();
        onRest();
      }, rest);
    },
    stop,
  };
}
