// Checks what every problem response has in common.

import { expect } from "vitest";
import { problems } from "../../src/values/problem.ts";
import type { Answer } from "./wire.ts";

/** Expects a problem with this code, told the same way in the status, the header and the body. */
export function expectProblem({ status, headers, body }: Answer, code: keyof typeof problems): void {
  const { title, detail } = problems[code];
  expect(headers.get("content-type")).toBe("application/problem+json");
  const requestId = headers.get("x-request-id");
  expect(requestId).toMatch(/^req_[0-9a-f]{32}$/);
  expect({ status, problem: JSON.parse(body) }).toEqual({
    status: problems[code].status,
    problem: {
      ...(code === "invalid_request" && { errors: expect.any(Array) }),
      type: `/errors#${code}`,
      title,
      status: problems[code].status,
      // That of a body says what is wrong with it.
      detail:
        code === "malformed_json" ? expect.stringMatching(/^(?:The body|An object|No member) .*\.$/) : detail,
      code,
      request_id: requestId,
    },
  });
}

/** The answer of `fetch` in the form of one that was read from the bytes. */
export async function asAnswer(response: Response): Promise<Answer> {
  return {
    status: response.status,
    headers: new Map(response.headers.entries()),
    body: await response.text(),
  };
}
