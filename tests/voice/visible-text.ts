/** Extracts the texts that users and contributors read from sources (by rolldown's oxc parser) and from Markdown. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";

export interface Text {
  /** Path from the project's root. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** Property, JSX attribute or element that contains the text. */
  readonly slot?: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Tests run in the project's root. */
const root = process.cwd();

/** Returns the tracked and new files whose paths match. */
export const filesOf = (pattern: RegExp): string[] =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root })
    .toString()
    .split("\0")
    .filter((file) => pattern.test(file));

const readText = (file: string): string => readFileSync(join(root, file), "utf8");

const lineCounter = (source: string): ((position: number) => number) => {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (position) => starts.findLastIndex((start) => start <= position) + 1;
};

/** Attributes and properties that contain code, never text. */
const codeSlots =
  /^(className|class|style|id|htmlFor|name|kind|icon|type|to|href|src|key|d|viewBox|path|call|method|rel|pattern|sql|width|format)$/;
const isSql =
  /^(?:\{…\} )?(select |insert into |delete from |update \S+ set |(create|alter|drop) (or replace |temp )?(table|schema|database|trigger|function|index) |truncate |begin;|set \w+ = |copy [({]|do \$|with \w+ as \()/;
const isProse = (text: string): boolean =>
  /[A-Za-z]{2,}[,.:;!?…]? +[A-Za-z(‘“'"]/.test(text) &&
  !/^[\w.]+ as \w+$|^(function|event|error) \w+\(/.test(text) &&
  !isSql.test(text);
const isLabel = (text: string): boolean => /^[A-Z][a-z]+[.!?…]?$/.test(text);

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === "object" && value !== null && "type" in value);

const literalOf = (node: Node): string | undefined => {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type !== "TemplateLiteral") return undefined;
  const quasis = node.quasis as { readonly value: { readonly cooked: string | null } }[];
  return quasis.map(({ value }) => value.cooked ?? "").join("{…}");
};

const nameOf = (node: unknown): string | undefined => {
  const { name, value } = (node ?? {}) as { readonly name?: unknown; readonly value?: unknown };
  return typeof name === "string" ? name : typeof value === "string" ? value : undefined;
};

/** Returns the text of an element's children, with `{…}` for expressions and including inline elements. */
const jsxTextOf = (node: Node): string =>
  (node.children as Node[])
    .map((child) => {
      if (child.type === "JSXText") return child.value as string;
      if (child.type === "JSXElement" || child.type === "JSXFragment") return jsxTextOf(child);
      return literalOf(child.expression as Node) ?? "{…}";
    })
    .join("");

const isVisible = (text: string): boolean => isProse(text) || isLabel(text);

/** Returns the strings and JSX texts of a source file that read as labels or prose, or those that `accepts` selects. */
export const textsOf = (file: string, accepts = isVisible): Text[] => textsIn(readText(file), file, accepts);

/** The same for a source that is already read. */
export const textsIn = (source: string, file: string, accepts = isVisible): Text[] => {
  const lineAt = lineCounter(source);
  const texts: Text[] = [];
  const add = (node: Node, text: string, slot: string | undefined): void => {
    const trimmed = text.replaceAll(/\s+/g, " ").trim();
    if (accepts(trimmed)) texts.push({ file, line: lineAt(node.start), text: trimmed, slot });
  };
  const visit = (node: Node, slot: string | undefined): void => {
    if (/^Import|^TS.*(Type|Literal|Signature|Keyword)|^ExportAll|^TSInterface/.test(node.type)) return;
    const literal = literalOf(node);
    if (literal !== undefined) {
      if (!codeSlots.test(slot ?? "")) add(node, literal, slot);
      if (node.type === "TemplateLiteral") for (const child of node.expressions as Node[]) visit(child, undefined);
      return;
    }
    if (node.type === "TaggedTemplateExpression") return;
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      const tag = nameOf((node.openingElement as Node | undefined)?.name);
      const children = node.children as Node[];
      const hasText = children.some(({ type, value }) => type === "JSXText" && /[A-Za-z]/.test(value as string));
      if (hasText) add(node, jsxTextOf(node), tag);
      if (node.openingElement) visit(node.openingElement as Node, undefined);
      for (const child of children) if (child.type !== "JSXText") visit(child, tag);
      return;
    }
    const isNamed = node.type === "Property" || node.type === "JSXAttribute";
    const own = isNamed ? nameOf(node.key ?? node.name) : undefined;
    const passesOn = /^(Conditional|Logical|Parenthesized|JSXExpression|TSAs|TSSatisfies)/.test(node.type);
    for (const child of childrenOf(node)) {
      if (isNamed && (child === node.key || child === node.name)) continue;
      visit(child, own ?? (passesOn ? slot : undefined));
    }
  };
  visit(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node, undefined);
  return texts;
};

/** Returns the comments of a source file, one text each. */
export const commentsOf = (file: string): Text[] => {
  const source = readText(file);
  const lineAt = lineCounter(source);
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/gm)].map(({ index, 0: comment }) => ({
    file,
    line: lineAt(index),
    text: comment.replaceAll(/\s*\n\s*\*?\s*/g, " "),
  }));
};

/** Returns a Markdown file's headings, paragraphs, list items and table rows, without code. */
export const proseOf = (file: string): Text[] => {
  const source = readText(file).replaceAll(/^( *)```[\s\S]*?^\1```/gm, (block) => block.replaceAll(/[^\n]/g, ""));
  return source.split("\n").flatMap((line, index) => {
    const text = line
      .replaceAll(/`[^`]*`/g, "`…`")
      .replaceAll(/\]\([^)]*\)/g, "]")
      .trim();
    return /[A-Za-z]/.test(text)
      ? [{ file, line: index + 1, text, slot: text.startsWith("#") ? "heading" : undefined }]
      : [];
  });
};
