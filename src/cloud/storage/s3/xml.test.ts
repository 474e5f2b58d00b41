import { expect, test } from "vitest";
import { parseXml, xmlDocument, xmlError } from "./xml.ts";

const parse = (text: string, root = "Root") => parseXml(Buffer.from(text), root);

test("text is escaped, with references for characters invalid in XML", () => {
  const text = "<a&b>\"'\r\n\t\u0001ü😀";
  const document = xmlDocument("Root", { Key: text, Empty: "", Left: undefined, Many: [1, true] });
  expect(document).toContain("<Key>&lt;a&amp;b&gt;&quot;&apos;&#13;\n\t&#1;ü😀</Key><Empty></Empty>");
  expect(document).toContain("<Many>1</Many><Many>true</Many></Root>");
  expect(document).not.toContain("Left");
  expect(xmlError({ Code: "NoSuchKey" })).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code></Error>',
  );
});

test("parsing keeps spaces, reads numbers as text, and decodes all references", () => {
  const root = parse(
    `<Root xmlns="x"><Key> a </Key><Key>007</Key><Tag>&#34;&#x41;&quot;&amp;lt;</Tag><In><One>1</One></In></Root>`,
  );
  expect(root.texts("Key")).toEqual([" a ", "007"]);
  expect(root.text("Tag")).toBe('"A"&lt;');
  expect(root.child("In")!.text("One")).toBe("1");
  expect([root.text("None"), root.maybe("None"), root.children("None")]).toEqual(["", undefined, []]);
});

test("JavaScript property names are not treated as elements", () => {
  const root = parse("<Root><a>1</a></Root>");
  for (const name of ["constructor", "__proto__", "toString"]) expect(root.maybe(name)).toBeUndefined();
  expect(() => parse("<Root/>", "constructor")).toThrow();
});

test("documents that declare entities, have another root or are malformed are rejected", () => {
  const bomb = '<!DOCTYPE r [<!ENTITY a "x">]><Root>&a;</Root>';
  for (const text of [bomb, "<Other/>", "<Root>", "<Root></Other>", "", "text", "<!doctype x><Root/>"])
    expect(() => parse(text), text).toThrow("The XML you provided");
});
