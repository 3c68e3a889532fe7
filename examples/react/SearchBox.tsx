// A search box for CQL: an editor of one line, with completion, fixes and hovers, as a component.

import { EditorView } from "@codemirror/view";
import { type ReactNode, useEffect, useRef } from "react";
import type { Catalog } from "slice-cql";
import { sliceCql } from "slice-cql/codemirror";

interface Props {
  /** Keep it between renders: another catalog makes another editor. */
  readonly catalog: Catalog;
  readonly label: string;
  /** What is in the box at first. */
  readonly initial?: string;
  /** Called on Enter. */
  readonly onSearch: (text: string) => void;
}

export function SearchBox({ catalog, label, initial = "", onSearch }: Props): ReactNode {
  const parent = useRef<HTMLDivElement>(null);
  const first = useRef(initial);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  }, [onSearch]);
  useEffect(() => {
    if (parent.current === null) return undefined;
    const view = new EditorView({
      doc: first.current,
      extensions: sliceCql({
        catalog,
        singleLine: true,
        ariaLabel: label,
        onSubmit: (text) => search.current(text),
      }),
      parent: parent.current,
    });
    return () => {
      // The next editor goes on with the text of this one.
      first.current = view.state.doc.toString();
      view.destroy();
    };
  }, [catalog, label]);
  return <div ref={parent} />;
}
