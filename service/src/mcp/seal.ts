// Seals what a person is asked, so that an answer counts for that question alone.

import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { JsonObject } from "../values/json.ts";

/** Milliseconds that a person has to answer. */
const validMs = 10 * 60_000;

const stateSyntax = /^(?<until>\d{13})\.(?<mac>[\w-]{43})$/;

/** Seals questions for one key. */
export interface Seal {
  /** A state for a question. */
  readonly stateFor: (about: JsonObject) => string;
  /** Whether a state is one for exactly this question, and still valid. */
  readonly holds: (state: string, about: JsonObject) => boolean;
}

/**
 * A seal made from the key of the caller: every server with this key accepts the states of the others, and no other key's. A caller with the key
 * could make a state, and could as well decide over HTTP: what is kept out is what a model writes, and answers to other questions.
 */
export function sealOf(key: string, now: () => number = Date.now): Seal {
  const secret = Buffer.from(hkdfSync("sha256", key, "", "slice-service mcp requestState", 32));
  const macOf = (until: string, about: JsonObject): Buffer =>
    createHmac("sha256", secret)
      .update(`${until}\n${JSON.stringify(about)}`)
      .digest();
  return {
    stateFor: (about) => {
      const until = String(now() + validMs);
      return `${until}.${macOf(until, about).toString("base64url")}`;
    },
    holds: (state, about) => {
      const { until = "", mac = "" } = stateSyntax.exec(state)?.groups ?? {};
      const given = Buffer.from(mac, "base64url");
      const expected = macOf(until, about);
      return given.length === expected.length && timingSafeEqual(given, expected) && Number(until) > now();
    },
  };
}
