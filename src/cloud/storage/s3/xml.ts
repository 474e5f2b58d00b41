/** Writes and parses S3 XML. */
import { SaxesParser } from "saxes";
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

type Leaf = "text" | "integer" | "boolean";
/** What an element may hold: a value, or children by their names, of which those in brackets may repeat. */
export type Shape = Leaf | { readonly [name: string]: Shape | readonly [Shape] };

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

interface Element {
  readonly shape: Shape;
  readonly children: Map<string, Element[]>;
  text: string;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses XML 1.0 or 1.1 in UTF-8 and returns its root element. Throws MalformedXML for anything that is not well-formed or
 * not of the shape, so that nothing is understood as something else: other elements, a second one where one is allowed,
 * text beside elements, entities and document types, and values that are no integer or boolean.
 */
export const parseXml = (bytes: Uint8Array, root: string, shape: Shape): Node => {
  const document: Element = { shape: { [root]: shape }, children: new Map(), text: "" };
  const path = [document];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", refuse);
  parser.on("doctype", refuse);
  parser.on("xmldecl", ({ encoding = "utf-8" }) => {
    if (encoding.toLowerCase() !== "utf-8") refuse();
  });
  parser.on("opentag", ({ local }) => path.push(addTo(path.at(-1)!, local)));
  const addText = (text: string): void => void (path.at(-1)!.text += text);
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => checkContent(path.pop()!));
  try {
    parser.write(utf8.decode(bytes)).close();
  } catch {
    refuse();
  }
  return nodeOf(document).child(root) ?? refuse();
};

const refuse = (): never => {
  throw new S3Error("MalformedXML");
};

const addTo = ({ shape, children }: Element, name: string): Element => {
  const declared = typeof shape === "object" && Object.hasOwn(shape, name) ? shape[name]! : refuse();
  const element = { shape: isRepeated(declared) ? declared[0] : declared, children: new Map(), text: "" };
  const known = children.get(name);
  if (known === undefined) children.set(name, [element]);
  else if (isRepeated(declared)) known.push(element);
  else refuse();
  return element;
};

const isRepeated = (shape: Shape | readonly [Shape]): shape is readonly [Shape] => Array.isArray(shape);

const contents: Readonly<Record<Leaf | "elements", RegExp>> = {
  text: /^/,
  integer: /^\s*\d{1,15}\s*$/,
  boolean: /^\s*(true|false)\s*$/i,
  elements: /^\s*$/,
};

const checkContent = ({ shape, text }: Element): void => {
  if (!contents[typeof shape === "string" ? shape : "elements"].test(text)) refuse();
};

const nodeOf = ({ children }: Element): Node => {
  const of = (name: string): readonly Element[] => children.get(name) ?? [];
  const texts = (name: string): readonly string[] =>
    of(name).map(({ shape, text }) => (shape === "text" ? text : text.trim().toLowerCase()));
  return {
    text: (name) => texts(name)[0] ?? "",
    maybe: (name) => texts(name)[0],
    child: (name) => of(name).map(nodeOf)[0],
    children: (name) => of(name).map(nodeOf),
    texts,
  };
};
