/** S3's XML: written by hand, read within bounds. */
import { XMLParser } from "fast-xml-parser";
import { S3Error } from "./errors.ts";

/** Names, with attributes where there are any, and values in order; undefined is left out, an array is the element repeated. */
export interface XmlElements {
  readonly [name: string]: XmlValue;
}
export type XmlValue = string | number | boolean | undefined | XmlElements | readonly XmlValue[];

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = "http://s3.amazonaws.com/doc/2006-03-01/";

export const xmlDocument = (name: string, content: XmlValue): string =>
  `${declaration}<${name} xmlns="${namespace}">${inner(content)}</${name}>`;

/** Errors stand in no namespace. */
export const xmlError = (content: XmlElements): string => `${declaration}<Error>${inner(content)}</Error>`;

const inner = (value: XmlValue): string => {
  if (value === undefined) return "";
  if (typeof value !== "object") return escapedText(String(value));
  if (isList(value)) return value.map(inner).join("");
  return Object.entries(value)
    .map(([name, child]) => element(name, child))
    .join("");
};

const element = (name: string, value: XmlValue): string => {
  if (value === undefined) return "";
  if (isList(value)) return value.map((one) => element(name, one)).join("");
  return `<${name}>${inner(value)}</${name.split(" ", 1)[0]}>`;
};

const isList = (value: XmlValue): value is readonly XmlValue[] => Array.isArray(value);

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Characters that XML does not hold go as references, as S3 sends them: such keys need encoding-type=url to be read. */
const escapedText = (text: string): string =>
  text.toWellFormed().replaceAll(/[&<>"'\ufffe\uffff\p{Cc}]/gu, (sign) => {
    const isPlain = sign === "\t" || sign === "\n" || (sign >= "\u007f" && sign < "\ufffe");
    return isPlain ? sign : (entities[sign] ?? `&#${sign.charCodeAt(0)};`);
  });

/** Go's clients write &#34; for the quotes of an ETag: numeric references are read too. */
const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: true,
  htmlEntities: true,
});

type Parsed = Readonly<Record<string, unknown>>;

/** One element of what a client sent. */
export interface Node {
  /** Its text, "" when it is not there. */
  text(name: string): string;
  /** The same, undefined when it is not there. */
  maybe(name: string): string | undefined;
  child(name: string): Node | undefined;
  children(name: string): readonly Node[];
  texts(name: string): readonly string[];
}

/** The root element of a client's XML. Throws MalformedXML for another one, and for documents that declare entities. */
export const parseXml = (bytes: Uint8Array, root: string): Node => {
  const text = Buffer.from(bytes).toString("utf8");
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new S3Error("MalformedXML");
  let parsed: Parsed;
  try {
    parsed = parser.parse(text, true) as Parsed;
  } catch {
    throw new S3Error("MalformedXML");
  }
  if (!Object.hasOwn(parsed, root)) throw new S3Error("MalformedXML");
  return nodeOf(parsed[root]);
};

const nodeOf = (value: unknown): Node => {
  const of = (name: string): readonly unknown[] => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return [];
    const found = (value as Parsed)[name];
    return Array.isArray(found) ? found : [found];
  };
  const texts = (name: string): readonly string[] => of(name).map(textOf);
  return {
    text: (name) => texts(name)[0] ?? "",
    maybe: (name) => texts(name)[0],
    child: (name) => of(name).map(nodeOf)[0],
    children: (name) => of(name).map(nodeOf),
    texts,
  };
};

const textOf = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  const text = (value as Parsed)["#text"];
  return typeof text === "string" ? text : "";
};
