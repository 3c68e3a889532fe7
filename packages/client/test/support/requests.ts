// A `fetch` that keeps what it is asked.

/** A request, and the status of its answer. */
export interface Kept {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly status: number;
}

/** The platform's, and what it was asked. */
export function keepRequests(send: typeof fetch = fetch): {
  readonly fetch: typeof fetch;
  readonly kept: Kept[];
} {
  const kept: Kept[] = [];
  return {
    kept,
    fetch: async (input, init) => {
      const response = await send(input, init);
      if (typeof input !== "string") throw new TypeError("The client asks for texts.");
      const { method = "GET", headers } = init ?? {};
      kept.push({
        method,
        url: new URL(input),
        headers: new Headers(headers),
        status: response.status,
      });
      return response;
    },
  };
}
