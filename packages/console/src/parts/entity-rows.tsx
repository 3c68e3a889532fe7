// Entities as rows. Where all are of one type, what most of them have is a column of its own.

import type { JSX } from "preact";
import { useCallback, useMemo } from "preact/hooks";
import type { Entity } from "slice-cql-client";
import type { LoadedPages } from "../load.ts";
import { useNames } from "../names.ts";
import { hrefOf } from "../route.ts";
import { shortened, textOf, titleOf } from "../words.ts";
import { Empty, Shown } from "./loaded.tsx";
import { Rows } from "./rows.tsx";
import { Time } from "./time.tsx";

/** How many columns fit on a laptop. */
const mostColumns = 5;
/** Stands for the name of an entity, next to the names of properties; no property has it, as none is empty. */
const nameColumn = "";
/** What the columns are chosen by: as many as the first page has, so that they stay when more is read. */
const sample = 100;

/** How many properties are put together for a line, which has room for fewer. */
const mostSaid = 20;

/** Lists entities. */
export function EntityRows({ of }: { readonly of: LoadedPages<Entity> }): JSX.Element {
  const names = useNames();
  const [first] = of.value ?? [];
  const columns = useMemo(() => columnsOf(of.value ?? []), [first]);
  const row = useCallback(
    (entity: Entity) => (
      <Row of={entity} columns={columns} source={names.get(entity.source_id ?? "") ?? ""} />
    ),
    [columns, names],
  );
  return (
    <Shown of={of}>
      {(items) =>
        items.length === 0 ? (
          <Empty title="No entity is in this scope.">
            <p class="note">
              Write a wider query, or <a href={hrefOf(["loops", "new"])}>start a loop</a> that finds some in
              documents.
            </p>
          </Empty>
        ) : (
          <div class={columns.length > 0 ? "table" : undefined}>
            {columns.length > 0 && (
              <div class="cells header" aria-hidden="true">
                {columns.map((name) => (
                  <span key={name}>
                    {shortened(name === nameColumn ? "name" : name.replaceAll("_", " "), 40)}
                  </span>
                ))}
                <span>Source, written</span>
              </div>
            )}
            <Rows items={items} height={40} label="Entities" pages={of}>
              {row}
            </Rows>
          </div>
        )
      }
    </Shown>
  );
}

function Row({
  of: entity,
  columns,
  source,
}: {
  readonly of: Entity;
  readonly columns: readonly string[];
  readonly source: string;
}): JSX.Element {
  const { id, type, created_at } = entity;
  const isTable = columns.length > 0;
  const where = [isTable ? "" : type, source].filter((each) => each !== "");
  const cells = columns.map((name, at) => ({ name, value: cellOf(entity, name, at === 0) }));
  return (
    <a
      class={isTable ? "cells entry" : "entry"}
      href={hrefOf(["entities", id])}
      // What the header says to others. An element in each cell would make a long list scroll twice as slowly.
      aria-description={isTable ? cells.slice(1).flatMap(spoken).join(", ") : undefined}
    >
      {isTable ? (
        cells.map(({ name, value }, at) => (
          <span key={name} class={at === 0 ? "lead" : undefined} title={shortened(value, 500)}>
            {shortened(value, 80)}
          </span>
        ))
      ) : (
        <>
          <span class="lead">{shortened(titleOf(entity), 80)}</span>
          <span class="note middle">{shortened(saidOf(entity), 120)}</span>
        </>
      )}
      <span class="note">
        {where.map((each) => (
          <span key={each}>{shortened(each, 30)}, </span>
        ))}
        <Time at={created_at} />
      </span>
    </a>
  );
}

interface Cell {
  readonly name: string;
  readonly value: string;
}

/** A cell with its column, for those who do not see the header; nothing if it is empty. */
function spoken({ name, value }: Cell): readonly string[] {
  return value === "" ? [] : [`${shortened(name, 40)} ${shortened(value, 80)}`];
}

/** What an entity has in a column; in the first one never nothing, as that is what the link is called. */
function cellOf(entity: Entity, name: string, isFirst: boolean): string {
  const { properties } = entity;
  const own = Object.hasOwn(properties, name) ? lineOf(properties[name]) : "";
  return name === nameColumn || (isFirst && own === "") ? titleOf(entity) : own;
}

/** A value in a cell: the members of an object as a list. */
function lineOf(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return textOf(value);
  return Object.entries(value)
    .map(([name, member]) => `${name} ${textOf(member)}`)
    .join(", ");
}

/** The columns, if all entities are of one type: the name, if any has one, and the properties that most have, the most frequent first. */
function columnsOf(items: readonly Entity[]): readonly string[] {
  const seen = items.slice(0, sample);
  const [first] = seen;
  if (first === undefined || seen.some(({ type }) => type !== first.type)) return [];
  const counts = new Map<string, number>();
  for (const { properties } of seen)
    for (const name of Object.keys(properties)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const named = seen.some(({ name }) => (name ?? "") !== "") ? [nameColumn] : [];
  const frequent = [...counts]
    .filter(([, count]) => count * 2 >= seen.length)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name]) => name);
  return [...named, ...frequent].slice(0, mostColumns);
}

/** The properties of an entity that its title does not have, in a line. */
function saidOf({ name, properties }: Entity): string {
  const said = Object.entries(properties)
    .slice(0, mostSaid)
    .map(([key, value]) => `${key} ${textOf(value)}`);
  return (name === null ? said.slice(3) : said).join(", ");
}
