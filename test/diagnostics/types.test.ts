// Tests the public types: the lists of words that are written out are those of the tables, and a code determines its data.

import { describe, expect, expectTypeOf, test } from "vitest";
import type { DiagnosticData } from "../../src/diagnostics/arguments.ts";
import {
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticOf,
  type FieldNames,
  type MembershipQualifier,
  type Operator,
  type PropertyFilter,
  type Qualifier,
  type SliceFilter,
  validate,
} from "../../src/index.ts";
import { operators } from "../../src/vocabulary/operators.ts";
import { membershipQualifiers, qualifiers } from "../../src/vocabulary/qualifiers.ts";

type Row = (typeof qualifiers)[number];

describe("the types of words are those of the tables", () => {
  test("every code has data, and no other", () => {
    expectTypeOf<DiagnosticCode>().toEqualTypeOf<keyof DiagnosticData>();
  });

  test("every qualifier has a row", () => {
    expectTypeOf<Qualifier>().toEqualTypeOf<Row["word"]>();
    expectTypeOf<MembershipQualifier>().toEqualTypeOf<Exclude<Row, { readonly means: "nothing" }>["word"]>();
    expectTypeOf<MembershipQualifier>().toEqualTypeOf<keyof SliceFilter>();
    type Named = Extract<Row, { readonly means: "name" }>["word"];
    expectTypeOf<keyof FieldNames>().toEqualTypeOf<Named | "date">();
    expect(new Set(qualifiers.map(({ word }) => word)).size).toBe(qualifiers.length);
    expect(membershipQualifiers.length).toBeLessThan(qualifiers.length);
  });

  test("every operator has a filter type, and is in the list", () => {
    expectTypeOf<Operator>().toEqualTypeOf<PropertyFilter["operator"]>();
    const listed: Readonly<Record<Operator, true>> = {
      eq: true,
      neq: true,
      in: true,
      nin: true,
      gt: true,
      gte: true,
      lt: true,
      lte: true,
      exists: true,
    };
    expect([...operators].toSorted()).toEqual(Object.keys(listed).toSorted());
  });
});

describe("the data of a diagnostic", () => {
  test("is typed by its code", () => {
    const [diagnostic] = validate("Type:Person");
    expect(diagnostic?.code === "qualifier-case" && diagnostic.data.qualifier).toBe("type");
    expectTypeOf<DiagnosticOf<"qualifier-case">["data"]["qualifier"]>().toEqualTypeOf<Qualifier>();
    expectTypeOf<Extract<Diagnostic, { code: "ambiguous-name" }>["data"]["ids"]>().toBeNumber();
  });

  test("is JSON", () => {
    for (const source of ["Type:Person", "type: Person", "after:2026-02-29", "tpye:A (type:B)", "shape:A,B"])
      for (const { data } of validate(source)) expect(JSON.parse(JSON.stringify(data))).toEqual(data);
  });
});

test("the operator of a filter determines the type of its value", () => {
  expectTypeOf<{ path: string; operator: "in"; value: number }>().not.toExtend<PropertyFilter>();
  expectTypeOf<{ path: string; operator: "exists"; value: string }>().not.toExtend<PropertyFilter>();
  expectTypeOf<{ path: string; operator: "eq"; value: null }>().not.toExtend<PropertyFilter>();
  expectTypeOf<{ path: string; operator: "eq"; value: undefined }>().not.toExtend<PropertyFilter>();
  expectTypeOf<{ path: string; operator: "in"; value: readonly string[] }>().toExtend<PropertyFilter>();
  expectTypeOf<{ path: string; operator: "gt"; value: number }>().toExtend<PropertyFilter>();
});
