// Fetches a text by HTTP, with short reasons for failures.

/** The text at an address. Rejects with the status of the answer, or with what kept it from coming. */
export async function fetchText(uri: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(uri, { signal, headers: { accept: "application/json" } }).catch(
    (error: unknown) => {
      throw rootOf(error);
    },
  );
  if (!response.ok)
    throw new Error(`the response is ${String(response.status)} ${response.statusText}`.trim());
  return await response.text();
}

/** `fetch failed` explains nothing; its cause does. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}
