import { describe, expect, test } from "vitest";
import { parseAnsi, plainText } from "./ansi.ts";

const esc = "\u001b";

describe("colours of a log line", () => {
  test("apply until they are reset", () => {
    expect(parseAnsi(`a${esc}[1;32mok${esc}[0m z`)).toEqual([
      { text: "a", style: {} },
      { text: "ok", style: { bold: true, color: "green" } },
      { text: " z", style: {} },
    ]);
  });

  test.each([
    ["38;5;196", "red"],
    ["38;2;80;200;120", "green"],
    ["94", "blue"],
    ["38;5;250", "white"],
  ])("%s is drawn as %s", (codes, color) => {
    expect(parseAnsi(`${esc}[${codes}mx`)).toEqual([{ text: "x", style: { color } }]);
  });

  test("a background does not consume the codes after it", () => {
    expect(parseAnsi(`${esc}[48;5;12;31mx`)[0]!.style).toEqual({ color: "red" });
  });

  test("cursor movements, titles and links leave only their text", () => {
    expect(
      plainText(`${esc}[2K${esc}]8;;https://a.example${esc}\\link${esc}]8;;${esc}\\ ${esc}]0;title\u0007done`),
    ).toBe("link done");
  });

  test("a carriage return overwrites the preceding text", () => {
    expect(plainText("10%\r50%\r100%\r\n")).toBe("100%");
  });

  test("text without codes is one span, an empty line none", () => {
    expect(parseAnsi("plain <b>&")).toEqual([{ text: "plain <b>&", style: {} }]);
    expect(parseAnsi("")).toEqual([]);
  });
});
