// What went wrong, and what to do about it.

import type { JSX } from "preact";
import { ConnectionError, isProblem } from "slice-cql-client";
import { leave } from "../session.ts";
import { Copy } from "./copy.tsx";
import { UpdatedError } from "./place.ts";
import { Prose } from "./prose.tsx";

/** A failed request: what the service says of it, a link to the error, the ID of the request, and a way to try again. */
export function ProblemNote({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}): JSX.Element {
  // What the key never sees is not a failure: trying again would not help.
  if (isProblem(error, "beyond_scope"))
    return (
      <p class="callout information">
        This key is limited, and this concerns the whole project. <Prose text={error.detail} />
      </p>
    );
  const code = isProblem(error) ? error.code : undefined;
  const request = isProblem(error) ? error.request_id : undefined;
  return (
    <div class="callout error" role="alert">
      <p>
        <Prose text={messageOf(error)} />
      </p>
      {isProblem(error) && error.errors.length > 0 && (
        <ul>
          {error.errors.map(({ pointer, message }) => (
            <li key={pointer}>
              <code>{pointer}</code> <Prose text={message} />
            </li>
          ))}
        </ul>
      )}
      {isProblem(error) &&
        error.diagnostics.map(({ code: name, message, span }) => (
          <p key={`${name}${String(span.start)}`}>
            <Prose text={message} />
          </p>
        ))}
      <div class="buttons">
        {code !== undefined && <a href={`/errors#${encodeURIComponent(code)}`}>{code}</a>}
        {request !== undefined && (
          <Copy class="place" text={() => request}>
            {request}
          </Copy>
        )}
        {error instanceof UpdatedError && (
          <button type="button" class="quiet" onClick={() => location.reload()}>
            Load it again
          </button>
        )}
        {retry !== undefined && !(error instanceof UpdatedError) && (
          <button type="button" class="quiet" onClick={retry}>
            Try again
          </button>
        )}
        {code === "unauthenticated" && (
          <button type="button" class="quiet" onClick={leave}>
            Use another key
          </button>
        )}
      </div>
    </div>
  );
}

function messageOf(error: unknown): string {
  if (isProblem(error)) return error.detail;
  if (error instanceof ConnectionError) return "The service cannot be reached. Try again in a moment.";
  return error instanceof Error ? error.message : String(error);
}
