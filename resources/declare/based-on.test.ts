import { expect, test } from "vitest";
import { basedOn, basedOnHeader, changedOnly, fingerprintOf, fingerprintsIn } from "./based-on.ts";

test("a fingerprint tells values apart, and not the ways to write nothing or the same list", () => {
  const same = [
    [undefined, null, "", [], {}, [null], { a: undefined }].slice(0, 5),
    [
      ["a", "b"],
      ["b", "a"],
    ],
    [
      { a: 1, b: "" },
      { b: undefined, a: 1 },
    ],
  ];
  for (const group of same) expect(new Set(group.map(fingerprintOf)).size).toBe(1);
  const different = [1, "1", true, false, "true", 0, ["a"], ["a", "b"], ["ab"], "ab", { a: 1 }, { b: 1 }, { a: [1] }];
  expect(new Set(different.map(fingerprintOf)).size).toBe(different.length);
});

test("a header names the fields of nested objects, and malformed ones say nothing", () => {
  const header = basedOn({ name: "shop", limits: { daily: 3, weekly: null }, tags: [] })[basedOnHeader]!;
  expect(header).toBe(`name=${fingerprintOf("shop")}, limits.daily=${fingerprintOf(3)}, limits.weekly=, tags=`);
  expect([...fingerprintsIn(header)!.keys()]).toEqual(["name", "limits.daily", "limits.weekly", "tags"]);
  const free = { values: { "a b": 1 } };
  expect(basedOn(free)[basedOnHeader]).toBe(`values=${fingerprintOf(free.values)}`);
  for (const wrong of ["", "name", "a=b=c", "näme=1"]) expect(fingerprintsIn(wrong)).toBeUndefined();
});

test("only changed fields are sent to calls that leave the others as they are", () => {
  expect(changedOnly({ note: "new", access: ["A", "B"], levels: {} }, { note: "", access: ["B", "A"] })).toEqual({
    note: "new",
  });
});
