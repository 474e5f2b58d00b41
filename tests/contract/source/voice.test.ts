/**
 * Texts for users and contributors are plain product English: standard terms, short sentences, sentence case titles.
 */
import { readFileSync } from "node:fs";
import { spellCheckDocument } from "cspell-lib";
import { describe, expect, test } from "vitest";
import { archaic, unplain } from "../../voice/terms.ts";
import { avoided, readTexts, tooLong, wordsMax, wrongCase } from "../../voice/rules.ts";
import { textsIn } from "../../voice/visible-text.ts";

const { screens, server, documents, comments, testTitles } = readTexts();

test("the rules find a banned word in JSX, attributes, properties, templates and documents", () => {
  const source = `
    export const Page = () => <Empty title="New Project" text={\`The cloud keeps \${size} of it\`}><p>Whoever <b>signs in</b> may look</p></Empty>;
    export const action = { done: "Begun anew", className: "the cloud" };`;
  const texts = textsIn(source, "page.tsx");
  expect(avoided(texts, archaic).map((line) => /“(.*?)”/.exec(line)![1])).toEqual(["Whoever", "anew", "Begun"]);
  expect(avoided(texts, unplain).map((line) => /“(.*?)”/.exec(line)![1])).toEqual(["The cloud", "may look"]);
  expect(wrongCase(texts)).toHaveLength(1);
  expect(tooLong([{ file: "page.tsx", line: 1, text: "word ".repeat(wordsMax + 1) }])).toHaveLength(1);
});

describe("no text has an archaic or literary word", () => {
  test.each([
    ["on a screen", screens],
    ["in an error, email, log or command's output", server],
    ["in a document", documents],
    ["in a comment", comments],
    ["in a test title", testTitles],
  ])("%s", (_, texts) => {
    expect(texts.length).toBeGreaterThan(100);
    expect(avoided(texts, archaic)).toEqual([]);
  });
});

describe("every text for users has the field's terms", () => {
  test.each([
    ["on a screen", screens],
    ["in an error, email, log or command's output", server],
    ["in a document", documents],
  ])("%s", (_, texts) => expect(avoided(texts, unplain)).toEqual([]));
});

test("the newest version of the changelog is the one in package.json", () => {
  const [, newest] = /^## \[(\d\S+)\] - \d{4}-\d\d-\d\d$/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
  expect(newest).toBe((JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version);
});

test(`a sentence on a screen has at most ${wordsMax} words`, () => {
  expect(tooLong(screens)).toEqual([]);
});

test("titles, labels and buttons are in sentence case", () => {
  expect(wrongCase([...screens, ...documents])).toEqual([]);
});

const dictionaries =
  "en_us software-terms companies typescript node npm cryptocurrencies filetypes fullstack html css aws".split(" ");
const codeOrAddress = /https?:\S+|`[^`]*`|0x\w+|\{[^}]*\}/g;

test("every word is in the American dictionary or in tests/voice/words.txt, which has no others", async () => {
  const words = readFileSync("tests/voice/words.txt", "utf8").split("\n").filter(Boolean);
  const text = [...screens, ...server, ...documents].map((each) => each.text.replaceAll(codeOrAddress, " ")).join("\n");
  const { issues } = await spellCheckDocument(
    { uri: "file:///texts.txt", text, languageId: "plaintext" },
    { noConfigSearch: true, generateSuggestions: false },
    { language: "en-US", dictionaries, maxNumberOfProblems: 10_000, maxDuplicateProblems: 1 },
  );
  expect([...new Set(issues.map((issue) => issue.text.toLowerCase().replace(/['’]s$/, "")))].toSorted()).toEqual(words);
});
