/** Writes and parses S3 XML. */
import { XMLParser } from "fast-xml-parser";
import { S3Error } from "./errors.ts";

/** Elements by name, optionally with attributes, in order. undefined is omitted; an array repeats the element. */
export interface XmlElements {
  readonly [name: string]: XmlValue;
}
export type XmlValue = string | number | boolean | undefined | XmlElements | readonly XmlValue[];

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = "http://s3.amazonaws.com/doc/2006-03-01/";

export const xmlDocument = (name: string, content: XmlValue): string =>
  `${declaration}<${name} xmlns="${namespace}">${inner(content)}</${name}>`;

/** Builds an error document, which has no namespace. */
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

/**
 * Escapes text. Characters invalid in XML become references, as in S3: clients need encoding-type=url for such keys.
 */
const escapedText = (text: string): string =>
  text.toWellFormed().replaceAll(/[&<>"'\ufffe\uffff\p{Cc}]/gu, (sign) => {
    const isPlain = sign === "\t" || sign === "\n" || (sign >= "\u007f" && sign < "\ufffe");
    return isPlain ? sign : (entities[sign] ?? `&#${sign.charCodeAt(0)};`);
  });

/** Decodes numeric references, because Go clients send &#34; for the quotes of an ETag. */
const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: true,
  htmlEntities: true,
});

type Parsed = Readonly<Record<string, unknown>>;

/** An element of a client's XML. */
export interface Node {
  /** Returns a child's text; "" if it is missing. */
  text(name: string): string;
  /** Returns a child's text; undefined if it is missing. */
  maybe(name: string): string | undefined;
  child(name: string): Node | undefined;
  children(name: string): readonly Node[];
  texts(name: string): readonly string[];
}

/** Parses XML and returns its root element. Throws MalformedXML for a different root and for entity declarations. */
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
