// The server's machine, in a web worker: the web, and no files.
import { show } from "../../text/show.ts";
import { fetchText } from "./fetch-text.ts";
import type { Host } from "./host.ts";

/** What is used of the global scope of a worker. */
export interface WorkerScope {
  readonly location?: { readonly href: string };
  readonly close?: () => void;
}

/** The web and the clock, for a worker whose global scope this is. */
export function workerHost({ location, close }: WorkerScope): Host {
  return {
    locate(place, folder) {
      const base = folder?.startsWith("http") === true ? folder.replace(/\/?$/u, "/") : location?.href;
      const url = URL.canParse(place, base) ? new URL(place, base) : undefined;
      if (url === undefined || !/^https?:$/u.test(url.protocol))
        throw new Error(
          `${show(place)} is not an http(s) URL; files are not available here, so set the data itself`,
        );
      return { uri: url.href, shown: url.href };
    },
    read: ({ uri }, signal) => fetchText(uri, signal),
    watch: undefined,
    version: () => undefined,
    docsUrl: undefined,
    now: () => Date.now(),
    later(milliseconds, work) {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
    // A worker ends with its page.
    follow: () => undefined,
    // Messages arrive one by one, so the next one is not touched by it.
    unreadable: () => undefined,
    exit: () => close?.(),
  };
}
