import { describe, expect, it } from "vitest";
import { csvLine } from "./csv.ts";

describe("a line of the exported file", () => {
  it.each([
    [["plain", "two words", ""], "plain,two words,\r\n"],
    [["a,b", 'say "hi"', "two\nlines"], '"a,b","say ""hi""","two\nlines"\r\n'],
    [["Zoë 名前", "ünï"], "Zoë 名前,ünï\r\n"],
  ])("%j is quoted as RFC 4180 says", (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it.each([
    ["=1+1", "'=1+1"],
    ["+49 30 123", "'+49 30 123"],
    ["-2+3", "'-2+3"],
    ["-2e3", "'-2e3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", `"'\r=1"`],
    ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
    ["＝1+1", "'＝1+1"],
    ["a=1", "a=1"],
    ["-2", "-2"],
    ["-0.000000000000000001", "-0.000000000000000001"],
    ["2026-11-21T13:36:02.000Z", "2026-11-21T13:36:02.000Z"],
  ])("no cell is run as a formula: %j", (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });
});
