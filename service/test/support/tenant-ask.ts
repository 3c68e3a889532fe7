// Sends a request of any caller, and checks the response against the expected outcome.

import fc from "fast-check";
import { expect } from "vitest";
import { callerWith, type Reply } from "./service.ts";
import { expectedOf } from "./tenant-requests.ts";
import { type Naming, type Template, templates } from "./tenant-templates.ts";
import { type Asker, leaksIn, nothing, type Tenants, type Thing } from "./tenants.ts";

/** A request. */
export interface Ask {
  readonly who: Asker;
  readonly template: Template;
  readonly thing: Thing | undefined;
  readonly word: string;
  readonly naming: Naming;
}

/** Any request about anything, half of them in the project of the key or, for a whole organization, in one of its own. */
export function asks(tenants: Tenants): fc.Arbitrary<Ask> {
  const project = fc.constantFrom(...tenants.projects.map(({ id }) => id), nothing);
  const any = fc.record({ query: project, body: project, header: project }, { requiredKeys: [] });
  return fc
    .record({
      who: fc.constantFrom(...tenants.askers),
      template: fc.constantFrom(...templates),
      word: fc.constantFrom(...tenants.projects.map(({ word }) => word)),
      naming: fc.oneof(
        { weight: 2, arbitrary: fc.constant(undefined) },
        project.map((header) => ({ header })),
        any,
      ),
      at: fc.nat(),
    })
    .map(({ at, naming, ...ask }) => ({
      ...ask,
      naming: naming ?? { header: ask.who.projectId },
      ...thingFor(tenants, ask, at),
    }))
    .map((ask) => withoutDeleting(tenants, withoutBody(ask)));
}

/** Mostly something of the kind that is asked for, and often of the key's own project. */
function thingFor(
  { things }: Tenants,
  { template: { about }, who }: Pick<Ask, "template" | "who">,
  at: number,
): { readonly thing: Thing | undefined } {
  const fitting = things.filter(({ kind }) => kind === about || at % 8 === 0);
  const own = fitting.filter(({ projectId }) => projectId === who.projectId);
  const chosen = at % 3 === 0 ? own : fitting;
  return { thing: about === undefined ? undefined : chosen[at % (chosen.length + 1)] };
}

/** A list of rows has no place for a project, and neither has a request without a body. */
function withoutBody(ask: Ask): Ask {
  if (hasObject(ask)) return ask;
  const { body: _body, ...naming } = ask.naming;
  return { ...ask, naming };
}

function hasObject({ template: { body } }: Ask): boolean {
  return body !== undefined && !Array.isArray(body("", ""));
}

/** What is deleted would be missing in the next run. */
function withoutDeleting(tenants: Tenants, ask: Ask): Ask {
  const { statuses } = expectedOf(tenants, ask.who, ask.template, ask.thing, ask.naming);
  return ask.template.method === "DELETE" && statuses.includes(204) ? { ...ask, thing: undefined } : ask;
}

/** How many answers there were, by status: a test of refusals alone proves little. */
export type Tally = Map<number, number>;

/** Sends it, and checks the answer. */
export async function requireTight(tenants: Tenants, url: string, ask: Ask, tally?: Tally): Promise<void> {
  const { who, template, thing, naming } = ask;
  const { reply, sent } = await send(url, ask);
  const expected = expectedOf(tenants, who, template, thing, naming);
  const said = `${template.method} ${sent} ${JSON.stringify(reply.body)}`;
  expect(
    leaksIn(
      tenants,
      JSON.stringify([reply.body, ...reply.headers]),
      sent,
      expected.project,
      who,
      // One that names no project gets what is of all.
      template.showsOrganization ?? (template.isOfOrganization && expected.project === undefined),
    ),
    said,
  ).toEqual([]);
  expect(expected.statuses, said).toContain(reply.status);
  if (expected.code !== undefined) expect(reply.body.code, said).toBe(expected.code);
  tally?.set(reply.status, (tally.get(reply.status) ?? 0) + 1);
}

/** Sends it. */
export async function send(
  url: string,
  { who, template, thing, word, naming }: Ask,
): Promise<{ readonly reply: Reply; readonly sent: string }> {
  const id = thing?.id ?? nothing;
  const base = template.path(id);
  const path =
    naming.query === undefined ? base : `${base}${base.includes("?") ? "&" : "?"}project_id=${naming.query}`;
  const own = template.body?.(id, word);
  const body = naming.body === undefined ? own : Object.assign({ project_id: naming.body }, own);
  const headers: Record<string, string> =
    naming.header === undefined ? {} : { "x-service-project": naming.header };
  const reply = await callerWith(url, who).call(template.method, path, {
    headers,
    ...(body !== undefined && { body }),
  });
  return { reply, sent: JSON.stringify([path, body, headers]) };
}
