import { describe, expect, test } from "vitest";
import { looksLikeDotEnv, mergeVariables, parseDotEnv } from "./dot-env.ts";

const valueOf = (text: string) => parseDotEnv(text)[0]?.value;

describe("a pasted .env file", () => {
  test("is parsed into variables; comments and empty lines are skipped", () => {
    expect(parseDotEnv("# keys\nA=1\n\nexport B = two words # note\nnothing here\n")).toEqual([
      { key: "A", value: "1" },
      { key: "B", value: "two words" },
    ]);
  });

  test.each([
    ["double quotes", 'A="x # y"', "x # y"],
    ["line breaks in double quotes", 'A="a\\nb"', "a\nb"],
    ["single quotes as they are", "A='a\\nb'", "a\\nb"],
    ["values over several lines", 'A="one\ntwo"', "one\ntwo"],
    ["equals signs in values", "A=b=c==", "b=c=="],
    ["a hash inside a value", "A=abc#def", "abc#def"],
    ["an empty value", "A=", ""],
    ["Windows line ends", "A=1\r\nB=2", "1"],
    ["a quote that never closes", 'A="x', '"x'],
  ])("reads %s", (_, text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  test("is distinguished from a name", () => {
    expect(looksLikeDotEnv("API_KEY")).toBe(false);
    expect(looksLikeDotEnv("API_KEY=1")).toBe(true);
  });

  test("fills the rows: existing keys get the new value, empty rows are removed", () => {
    const present = [
      { key: "A", value: "old" },
      { key: "", value: "" },
    ];
    expect(mergeVariables(present, parseDotEnv("A=new\nB=2"))).toEqual([
      { key: "A", value: "new" },
      { key: "B", value: "2" },
    ]);
  });

  test("keeps the environments of the rows, and changes a name in all of them", () => {
    const present = [
      { key: "A", value: "old", scope: "production" },
      { key: "A", value: "older", scope: "preview" },
    ] as const;
    expect(mergeVariables(present, parseDotEnv("A=new"))).toEqual([
      { key: "A", value: "new", scope: "production" },
      { key: "A", value: "new", scope: "preview" },
    ]);
  });
});
