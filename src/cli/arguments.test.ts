import { describe, expect, test } from "vitest";
import { parseArguments } from "./arguments.ts";
import { originOf } from "./credentials.ts";
import { Failure } from "./failure.ts";
import { toProjectName } from "../../resources/hosting/to-project-name.ts";
import { countText, sizeText } from "./terminal.ts";

describe("command-line arguments", () => {
  test("contain a command, its subject, and options in any order", () => {
    expect(parseArguments(["deploy", "-m", "Fix", "dist", "--no-wait", "--json"])).toEqual({
      command: "deploy",
      positional: "dist",
      options: { message: "Fix", "no-wait": true, json: true },
    });
    expect(parseArguments(["--host=cloud.example", "logs", "-f"])).toMatchObject({
      command: "logs",
      positional: undefined,
    });
    expect(parseArguments([]).command).toBeUndefined();
  });

  test.each([
    [["nonsense"], 'Unknown command "nonsense".'],
    [["deploy", "--project"], "Option '--project <value>' argument missing"],
    [["list", "x"], 'Unexpected argument "x".'],
    [["login", "--create"], "Unknown option --create."],
  ])("%j is a usage error", (args, sentence) => {
    expect(() => parseArguments(args)).toThrow(sentence);
    expect(() => parseArguments(args)).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});

describe("a server address", () => {
  test.each([
    ["http://localhost:4040/", "http://localhost:4040"],
    ["localhost:4040", "http://localhost:4040"],
    ["cloud.example.com/hosting", "https://cloud.example.com"],
    ["https://cloud.example.com:8443", "https://cloud.example.com:8443"],
  ])("%s becomes %s", (input, origin) => {
    expect(originOf(input)).toBe(origin);
  });

  test.each(["", "http://", "not an address"])("%j is refused", (input) => {
    expect(() => originOf(input)).toThrow(Failure);
  });
});

test("a folder's name becomes the suggested project name", () => {
  expect(toProjectName("My Site 2.0")).toBe("my-site-2-0");
});

test("sizes and counts are formatted for readers", () => {
  expect([sizeText(999), sizeText(1_500), sizeText(20_480_000)]).toEqual(["999 B", "1.5 kB", "20.5 MB"]);
  expect([countText(1, "file"), countText(1000, "file")]).toEqual(["1 file", "1,000 files"]);
});
