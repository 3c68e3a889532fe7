// Tests the checks of values: what does not match its schema never passes, and every error has a consistent message.

import { Type } from "typebox";
import { expect, test } from "vitest";
import { checker, checkOf } from "../../src/values/check.ts";

test("a value that does not match its schema never passes, however late its mistake is", () => {
  const numbers = Type.Array(Type.Integer());
  const value = [...Array.from({ length: 20_000 }, (_, at) => at), "x"];
  expect(checkOf(numbers)(value)).toEqual([
    { pointer: "", message: "is not valid; send fewer items at a time to learn why" },
  ]);
  expect(() => checker(numbers)(value)).toThrow("is not valid");
  expect(checkOf(numbers)(value.slice(0, -1))).toEqual([]);
});

test("errors list unknown members first, and at most 20 mistakes", () => {
  const check = checkOf(Type.Object({ name: Type.String() }, { additionalProperties: false }));
  expect(check({ name: "x" })).toEqual([]);
  expect(check({ other: 1 })).toEqual([
    { pointer: "/other", message: "is not a known member" },
    { pointer: "/name", message: "is required" },
  ]);
  const many = check(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`a/${at}`, at])));
  expect(many).toHaveLength(20);
  expect(many[0]).toEqual({ pointer: "/a~10", message: "is not a known member" });
});

test("a member that a schema names is there, however many unknown ones come first", () => {
  const check = checkOf(Type.Object({ name: Type.String() }, { additionalProperties: false }));
  const unknown = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`m${at}`, at]));
  const messages = (value: object): readonly string[] => check(value).map(({ pointer }) => pointer);
  expect(messages({ ...unknown, name: "x" })).not.toContain("/name");
  expect(checkOf(Type.Object({ name: Type.String() }))({ ...unknown, name: 5 })).toEqual([
    { pointer: "/name", message: "must be a string" },
  ]);
});

test.each([
  [Type.Union([Type.String(), Type.Null()]), 5, "must be a string or null"],
  [Type.Union([Type.Literal("a"), Type.Literal("b")]), 5, 'must be "a" or "b"'],
  [Type.Union([Type.String({ minLength: 3 }), Type.Object({})]), "x", "must have at least 3 characters"],
  [Type.Integer({ maximum: 7 }), 8, "must be at most 7"],
  [Type.Array(Type.Integer(), { uniqueItems: true }), [1, 1], "must not have an item twice"],
])("an error in a union describes the branch that was meant: %#", (schema, value, message) => {
  expect(checkOf(schema)(value)).toEqual([{ pointer: "", message }]);
});
