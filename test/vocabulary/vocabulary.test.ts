// Tests the words of the language, and the options that name limits and fields.

import { describe, expect, test } from "vitest";
import {
  dateUnits,
  dateWords,
  firstInstant,
  futureWords,
  lastInstant,
  unitSpellings,
} from "../../src/vocabulary/dates.ts";
import { dateField, fieldsWith } from "../../src/vocabulary/fields.ts";
import { defaultLimits, limitsWith } from "../../src/vocabulary/limits.ts";
import { negationMarks, operatorLookalikes } from "../../src/vocabulary/lookalikes.ts";
import { operators } from "../../src/vocabulary/operators.ts";
import {
  isMembership,
  isQualifier,
  type Qualifier,
  type QualifierRow,
  qualifiers,
  rowOf,
} from "../../src/vocabulary/qualifiers.ts";
import { MEMBERSHIP, nameRows, oracleRows } from "../support/qualifiers.ts";

describe("qualifiers", () => {
  test("are the qualifiers of the oracles, with the same meaning", () => {
    const advice =
      "src/vocabulary/qualifiers.ts and test/support/qualifiers.ts differ: write the row in both, in the same place, so that the oracles try it";
    expect(qualifiers, advice).toMatchObject(oracleRows);
  });

  test("decide different things: no path and no end of the range belongs to two", () => {
    const own = qualifiers.flatMap((row: QualifierRow) => {
      if (row.means === "nothing") return [];
      return row.means === "name" ? [`names at ${row.path}`] : [`${row.means} ${row.bound ?? ""}`];
    });
    const shared = own.filter((each, at) => own.indexOf(each) !== at);
    expect(shared, "two rows of src/vocabulary/qualifiers.ts decide the same").toEqual([]);
  });

  test("are lowercase words with hyphens inside, each occurring once", () => {
    const words: readonly string[] = qualifiers.map(({ word }) => word);
    expect(words.filter((word) => !/^[a-z]+(?:-[a-z]+)*$/u.test(word))).toEqual([]);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });

  test("decide membership if they mean something", () => {
    const deciding = qualifiers.filter(({ word }) => isMembership(word)).map(({ word }) => word);
    expect(deciding).toEqual(MEMBERSHIP);
  });

  test("have a row each, with a summary and an example", () => {
    for (const row of qualifiers) {
      expect(rowOf(row.word)).toBe(row);
      expect(row.summary).toMatch(/^[a-z].*[^.]$/u);
      expect(row.example).not.toBe("");
    }
  });

  test.each(["Type", "types", "", "type:", " type", "source_shape", "__proto__", "constructor", "toString"])(
    "do not include '%s'",
    (word) => {
      expect(isQualifier(word)).toBe(false);
    },
  );

  test("are recognised by isQualifier", () => {
    const words: readonly Qualifier[] = ["type", "source-shape", "sort"];
    expect(words.filter(isQualifier)).toEqual(words);
  });
});

describe("dates", () => {
  test("have six words and five units", () => {
    expect([...dateWords.keys()].join(" ")).toBe("now today yesterday last-week last-month last-year");
    expect([...dateUnits.keys()].join(" ")).toBe("h d w mo y");
  });

  test("range over the years 1 to 9999", () => {
    expect(new Date(firstInstant).toISOString()).toBe("0001-01-01T00:00:00.000Z");
    expect(new Date(lastInstant).toISOString()).toBe("9999-12-31T23:59:59.999Z");
  });

  test("have longer spellings of units, which are not units themselves", () => {
    for (const [spelling, unit] of unitSpellings) {
      expect(dateUnits.has(unit)).toBe(true);
      expect(dateUnits.has(spelling)).toBe(false);
      expect(spelling).not.toMatch(/s$/u);
    }
  });

  test.each(["tomorrow", "Tomorrow", "next-week", "in-3-days"])(
    "recognise %s as a word for the future",
    (word) => {
      expect(futureWords.test(word)).toBe(true);
    },
  );

  test.each(["today", "nextweek", "into", "yesterday", "last-week"])(
    "do not recognise %s as a word for the future",
    (word) => {
      expect(futureWords.test(word)).toBe(false);
    },
  );
});

describe("operators", () => {
  test("are exactly nine", () => {
    expect(operators.join(" ")).toBe("eq neq in nin gt gte lt lte exists");
  });

  test("of other languages are spelled in capitals or marks", () => {
    for (const word of operatorLookalikes.keys()) expect(word.toUpperCase()).toBe(word);
    expect(operatorLookalikes.get("OR")).toBe("or");
    expect(operatorLookalikes.get("&&")).toBe("and");
    expect(operatorLookalikes.get("NOT")).toBe("not");
    expect(negationMarks).toBe("-!\u00ac\u2212\u2013\u2014\u2260");
  });
});

describe("limits", () => {
  test("are the defaults without options", () => {
    expect(defaultLimits).toEqual({ maxLength: 65_536, maxTerms: 4_096, maxDiagnostics: 100 });
    expect(limitsWith(undefined)).toEqual(defaultLimits);
    expect(limitsWith({})).toEqual(defaultLimits);
  });

  test("replace the defaults if they are given, and the defaults stay as they are", () => {
    expect(limitsWith({ maxTerms: 5 })).toEqual({ ...defaultLimits, maxTerms: 5 });
    expect(limitsWith({ maxLength: 0, maxTerms: Number.POSITIVE_INFINITY, maxDiagnostics: 1 })).toEqual({
      maxLength: 0,
      maxTerms: Number.POSITIVE_INFINITY,
      maxDiagnostics: 1,
    });
    expect(defaultLimits.maxTerms).toBe(4_096);
  });

  test.each([
    { limits: { maxLength: -1 }, name: "maxLength" },
    { limits: { maxTerms: Number.NaN }, name: "maxTerms" },
    { limits: { maxTerms: Number.NEGATIVE_INFINITY }, name: "maxTerms" },
    { limits: { maxDiagnostics: 1.5 }, name: "maxDiagnostics" },
    { limits: { maxTerms: 5, maxLength: 0.5 }, name: "maxLength" },
  ])("are refused by name: $limits", ({ limits, name }) => {
    expect(() => limitsWith(limits)).toThrow(
      new TypeError(`limits.${name} must be a whole number from 0, or Infinity`),
    );
  });

  test("are refused by name if they have another type", () => {
    expect(() => Reflect.apply(limitsWith, null, [{ maxDiagnostics: "9" }])).toThrow(
      new TypeError("limits.maxDiagnostics must be a whole number from 0, or Infinity"),
    );
  });

  test.each<{ readonly limits: object; readonly name: string }>([
    { limits: { maxlength: 5 }, name: "maxlength" },
    { limits: { maxTerms: 5, toString: 5 }, name: "toString" },
    { limits: { unknown: undefined }, name: "unknown" },
  ])("are refused by name if they are unknown: $name", ({ limits, name }) => {
    const message = `limits.${name} is not a limit; the limits are maxLength, maxTerms, maxDiagnostics`;
    expect(() => Reflect.apply(limitsWith, null, [limits])).toThrow(new TypeError(message));
  });

  test("are not set if they are undefined", () => {
    expect(Reflect.apply(limitsWith, null, [{ maxTerms: undefined }])).toEqual(defaultLimits);
  });

  test("must be an object, and not a list or a Map", () => {
    for (const given of [null, 5, "x", [], new Map([["maxTerms", 1]])])
      expect(() => Reflect.apply(limitsWith, null, [given])).toThrow(
        new TypeError("limits must be an object"),
      );
  });
});

describe("fields", () => {
  const paths = Object.fromEntries(nameRows.map(({ word, path }) => [word, path]));
  const defaults = { ...paths, date: "created_at" };
  const names = Object.keys(defaults).join(", ");

  test("are the defaults without options", () => {
    expect(dateField).toBe("date");
    expect(Object.fromEntries(fieldsWith(undefined))).toEqual(defaults);
    expect(Object.fromEntries(fieldsWith({}))).toEqual(defaults);
  });

  test("replace the defaults if they are given", () => {
    const fields = fieldsWith({ source: "origin.id", date: "updated_at" });
    expect(Object.fromEntries(fields)).toEqual({ ...defaults, source: "origin.id", date: "updated_at" });
    expect(Object.fromEntries(fieldsWith({}))).toEqual(defaults);
  });

  test.each<{ readonly fields: object; readonly message: string }>([
    { fields: { shape: "" }, message: "fields.shape must be a non-empty string" },
    { fields: { date: 5 }, message: "fields.date must be a non-empty string" },
    { fields: { "source-shape": null }, message: "fields.source-shape must be a non-empty string" },
    {
      fields: { type: "kind" },
      message: `fields.type is not a field; the fields are ${names}`,
    },
    {
      fields: { toString: "x" },
      message: `fields.toString is not a field; the fields are ${names}`,
    },
  ])("are refused by name: $fields", ({ fields, message }) => {
    expect(() => Reflect.apply(fieldsWith, null, [fields])).toThrow(new TypeError(message));
  });

  test("must be an object, and not a list or a Map", () => {
    for (const given of [null, 5, "x", [], new Map([["date", "d"]])])
      expect(() => Reflect.apply(fieldsWith, null, [given])).toThrow(
        new TypeError("fields must be an object"),
      );
  });

  test("are not set if they are undefined", () => {
    expect(Object.fromEntries(Reflect.apply(fieldsWith, null, [{ shape: undefined }]))).toEqual(defaults);
  });
});
