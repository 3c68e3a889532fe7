// What is before a change and after it, member by member.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Change } from "slice-cql-client";
import { useLoad } from "../../load.ts";
import { useNames } from "../../names.ts";
import { More, usePart } from "../../parts/more.tsx";
import { useClient } from "../../session.ts";
import { idOf } from "./around.ts";
import { type Member, membersOf, type Values } from "./members.ts";
import { type Said, Value } from "./value.tsx";

/** Before and after, side by side, with what is there now if that is something else; what no quote supports is marked. */
export function Difference({
  of: change,
  isConflict,
}: {
  readonly of: Change;
  readonly isConflict: boolean;
}): JSX.Element {
  const { before, value } = change;
  const now = useNow(change, isConflict);
  const members = useMemo(() => membersOf({ before, value, now }), [before, value, now]);
  const weak = useMemo(() => new Set(change.unsupported), [change.unsupported]);
  const own = members.filter(({ isProperty }) => !isProperty);
  const { part, rest } = usePart(
    members.filter(({ isProperty }) => isProperty),
    change.change_id,
  );
  const columns = { hasBefore: before !== null, hasNow: now !== undefined };
  const row = (member: Member) => (
    <Row key={member.pointer} of={member} {...columns} isWeak={weak.has(member.pointer)} />
  );
  return (
    <>
      <table class="difference">
        <thead>
          <tr>
            <th scope="col">Member</th>
            {columns.hasBefore && <th scope="col">Before</th>}
            {columns.hasNow && <th scope="col">Now</th>}
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>{own.map(row)}</tbody>
        {part.length > 0 && (
          <tbody>
            <tr>
              <th scope="rowgroup" class="group" colSpan={2 + Object.values(columns).filter(Boolean).length}>
                Properties
              </th>
            </tr>
            {part.map(row)}
          </tbody>
        )}
      </table>
      <More of={rest} />
    </>
  );
}

function Row({
  of: { name, isReference, before, now, after, isSame, isOther },
  hasBefore,
  hasNow,
  isWeak,
}: {
  readonly of: Member;
  readonly hasBefore: boolean;
  readonly hasNow: boolean;
  readonly isWeak: boolean;
}): JSX.Element {
  const names = useNames();
  const isMixed =
    new Set([before, now, after].filter((each) => (each ?? null) !== null).map((each) => typeof each)).size >
    1;
  const said = (each: unknown): Said => {
    const known = isReference && typeof each === "string" ? names.get(each) : undefined;
    return { value: known ?? each, isQuoted: isMixed && known === undefined };
  };
  return (
    <tr>
      <th scope="row">{name}</th>
      {hasBefore && (
        <td>
          <Value of={said(before)} as={isSame || before === undefined ? "span" : "del"} next={after} />
        </td>
      )}
      {hasNow && (
        <td class={isOther ? "conflict" : ""}>
          <Value of={said(now)} next={before} />
        </td>
      )}
      <td>
        <Value of={said(after)} as={isSame || !hasBefore ? "span" : "ins"} next={before} />
        {isWeak && <span class="note"> not in a quote: look it up</span>}
      </td>
    </tr>
  );
}

/** What an entity says now that a change would update; undefined unless something else has changed it. */
function useNow(change: Change, isConflict: boolean): Values | undefined {
  const client = useClient();
  const isAsked = isConflict && change.object === "entity" && change.operation === "update";
  const now = useLoad(
    async (signal) => (isAsked ? { ...(await client.entities.get(idOf(change), { signal })) } : undefined),
    [client, change.change_id, isAsked],
  );
  return now.value;
}
