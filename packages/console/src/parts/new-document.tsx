// Adds documents to a source: what is pasted, and files that are dropped or chosen, each known by its name.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { fieldsOf } from "../fields.ts";
import { hrefOf } from "../route.ts";
import { useClient } from "../session.ts";
import { countOf, numberOf, shortened } from "../words.ts";
import { CopyCurl } from "./curl.tsx";
import { ProblemNote } from "./problem.tsx";
import { readText } from "./text-file.ts";

/** What became of a document. */
interface Added {
  readonly name: string;
  /** Its ID, once the service has it. */
  readonly id?: string;
  readonly refused?: string;
  readonly error?: unknown;
}

/** A form, which is also where files are dropped. */
export function NewDocument({
  source,
  reload,
}: {
  readonly source: string;
  readonly reload: () => void;
}): JSX.Element {
  const client = useClient();
  const form = useRef<HTMLFormElement>(null);
  const [added, setAdded] = useState<readonly Added[]>([]);
  const [isOver, setOver] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const put = async (
    name: string,
    document: { readonly title: string; readonly text: string; readonly external_id?: string },
  ): Promise<Added> => {
    try {
      const { id } = await client.documents.put(source, document);
      return { name, id };
    } catch (error) {
      return { name, error };
    }
  };
  const take = async (files: readonly File[]) => {
    setBusy(true);
    setAdded([]);
    // One after the other, so that what is there is said while the others are on their way.
    for (const file of files) {
      const read = await readText(file);
      const { name } = read;
      const done =
        "refused" in read ? read : await put(name, { title: name, external_id: name, text: read.text });
      setAdded((before) => [...before, done]);
    }
    setBusy(false);
    reload();
  };
  const paste = async (title: string, text: string) => {
    setBusy(true);
    const done = await put(title === "" ? "The document" : title, { title, text });
    setAdded([done]);
    setBusy(false);
    if (done.id !== undefined) form.current?.reset();
    reload();
  };
  return (
    <form
      ref={form}
      class={isOver ? "card form over" : "card form"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take([...(event.dataTransfer?.files ?? [])]);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const field = fieldsOf(event.currentTarget);
        void paste(field("title").trim(), field("text"));
      }}
    >
      <Fields isBusy={isBusy} onFiles={(files) => void take(files)} />
      <div class="buttons">
        <CopyCurl
          method="POST"
          path={`/v1/sources/${encodeURIComponent(source)}/documents`}
          body={{ title: "Notes of Monday", text: "…" }}
        />
      </div>
      <Outcome of={added} />
    </form>
  );
}

function Fields({
  isBusy,
  onFiles,
}: {
  readonly isBusy: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}): JSX.Element {
  return (
    <>
      <h2>Add documents: drop text files here</h2>
      <label>
        <span>Or choose them; one with the name of a document that is there replaces it</span>
        <input
          type="file"
          multiple
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])]);
            currentTarget.value = "";
          }}
        />
      </label>
      <details>
        <summary>Paste a text</summary>
        <div class="form">
          <label>
            Title
            <input name="title" autocomplete="off" maxLength={1000} />
          </label>
          <label>
            Text
            <textarea name="text" rows={4} required maxLength={1_000_000} />
          </label>
          <div class="buttons">
            <button type="submit" class="primary" disabled={isBusy}>
              Add the text
            </button>
          </div>
        </div>
      </details>
    </>
  );
}

function Outcome({ of }: { readonly of: readonly Added[] }): JSX.Element {
  const done = of.filter(({ id }) => id !== undefined);
  const [last] = done.slice(-1);
  return (
    <div role="status">
      {done.length > 0 && (
        <p class="note">
          {countOf(done.length, "document")} added
          {last?.id !== undefined && (
            <>
              : <a href={hrefOf(["documents", last.id])}>{shortened(last.name, 60)}</a>
              {done.length > 1 && ` and ${numberOf(done.length - 1)} before it`}
            </>
          )}
          .
        </p>
      )}
      {of.map(({ name, refused, error }) => (
        <div key={name}>
          {refused !== undefined && (
            <p class="callout error">
              <bdi>{shortened(name, 80)}</bdi> was not added: {refused}.
            </p>
          )}
          {error !== undefined && <ProblemNote error={error} />}
        </div>
      ))}
    </div>
  );
}
