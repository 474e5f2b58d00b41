import { expect, test } from "vitest";
import { parseXml, xmlDocument, xmlError, type Shape } from "./xml.ts";

const shape = {
  Key: ["text"],
  Tag: "text",
  Count: "integer",
  Quiet: "boolean",
  In: { One: "text" },
} satisfies Shape;
const parse = (text: string | Uint8Array, root = "Root") => parseXml(Buffer.from(text as string), root, shape);
const keyIn = (content: string): string => parse(`<Root><Key>${content}</Key></Root>`).text("Key");

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

test("parsing keeps spaces, reads numbers as text, and decodes references, CDATA and text around comments", () => {
  const root = parse(
    `<?xml version="1.0" encoding="utf-8"?>\n<Root xmlns="x"><Key> a </Key><Key>007</Key><Tag>&#34;&#x41;&quot;&amp;lt;</Tag><In>
      <!-- one --><One>1</One></In><Count> 12 </Count><Quiet>TRUE</Quiet></Root>`,
  );
  expect(root.texts("Key")).toEqual([" a ", "007"]);
  expect(root.text("Tag")).toBe('"A"&lt;');
  expect(root.child("In")!.text("One")).toBe("1");
  expect([root.text("Count"), root.text("Quiet")]).toEqual(["12", "true"]);
  expect([root.text("None"), root.maybe("None"), root.children("None")]).toEqual(["", undefined, []]);
  expect(keyIn("a&#133;&#xA;&#x1F600;b")).toBe("a\u0085\n😀b");
  expect(keyIn("a<![CDATA[<&]]>b<!-- no -->c")).toBe("a<&bc");
});

test("JavaScript property names are not treated as elements", () => {
  const root = parse("<Root><Tag>1</Tag></Root>");
  for (const name of ["constructor", "__proto__", "toString"]) {
    expect(root.maybe(name)).toBeUndefined();
    expect(() => parse(`<Root><${name}/></Root>`)).toThrow("The XML you provided");
  }
  expect(() => parse("<Root/>", "constructor")).toThrow("The XML you provided");
});

test.each([
  ["a declared entity", '<!DOCTYPE r [<!ENTITY a "x">]><Root><Tag>&a;</Tag></Root>'],
  ["a document type", "<!DOCTYPE Root><Root/>"],
  ["another root", "<Other/>"],
  ["two roots", "<Root/><Root/>"],
  ["no end", "<Root>"],
  ["another end", "<Root></Other>"],
  ["nothing", ""],
  ["only text", "text"],
  ["an unknown entity", "<Root><Key>a&nbsp;b</Key></Root>"],
  ["a bare ampersand", "<Root><Key>a&b</Key></Root>"],
  ["a reference to a control character", "<Root><Key>a&#x1;b</Key></Root>"],
  ["a control character", "<Root><Key>a\u0001b</Key></Root>"],
  ["a reference to half a character", "<Root><Key>a&#xD800;b</Key></Root>"],
  ["a reference to no character", "<Root><Key>a&#x110000;b</Key></Root>"],
  ["an element in a text", "<Root><Key>a<x>z</x>b</Key></Root>"],
  ["a second element where one is allowed", "<Root><Tag>a</Tag><Tag>b</Tag></Root>"],
  ["an unknown element", "<Root><Name>a</Name></Root>"],
  ["text beside elements", "<Root>a<Key>b</Key></Root>"],
  ["a number with other characters", "<Root><Count>0x1</Count></Root>"],
  ["an empty number", "<Root><Count/></Root>"],
  ["a boolean with another word", "<Root><Quiet>yes</Quiet></Root>"],
  ["a prefix without a namespace", "<Root><s:Key>a</s:Key></Root>"],
  ["another encoding", '<?xml version="1.0" encoding="ISO-8859-1"?><Root/>'],
  ["bytes that are no UTF-8", Buffer.from("<Root><Key>a\xffb</Key></Root>", "latin1")],
  ["UTF-16", Buffer.from("\ufeff<Root/>", "utf16le")],
])("a document with %s is refused", (_what, text) => {
  expect(() => parse(text)).toThrow("The XML you provided");
});
