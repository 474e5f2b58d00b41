/** Splits a document into self-contained passages: a few paragraphs under one heading. */
import { headingIds } from "../../../../resources/operator/heading-ids.ts";
import { titleOf, type Document } from "../../operator/documents/service.ts";

export interface Passage {
  /** Name of its document. */
  readonly document: string;
  readonly title: string;
  /** ID of its section's heading; empty above the first one. */
  readonly anchor: string;
  /** Its section's heading; empty with the anchor. */
  readonly heading: string;
  /** Markdown. */
  readonly text: string;
  /** 1 for a guide; lower for content that answers fewer questions. */
  readonly weight: number;
}

const lettersMax = 700;
/** Rows of a table per passage, each with the table's header. */
const rowsMax = 6;
/** Weights of pages for developers of Freehold, and of lists of API calls. */
const ofDevelopers = 0.6;
const ofCalls = 0.5;

export const passagesOf = (document: Document): Passage[] => {
  const title = plainHeading(titleOf(document));
  return sectionsOf(document.text).flatMap(({ anchor, heading, lines }) =>
    joined(blocksOf(lines).flatMap(partsOfTable)).map((text) => ({
      document: document.name,
      title,
      anchor,
      heading,
      text,
      weight: (isForDevelopers(document) ? ofDevelopers : 1) * (isListOfCalls(text) ? ofCalls : 1),
    })),
  );
};

const isForDevelopers = ({ folder }: Document): boolean => /^(decisions|contribute)\//.test(folder);

interface Section {
  readonly anchor: string;
  readonly heading: string;
  readonly lines: string[];
}

const sectionsOf = (markdown: string): Section[] => {
  const idOf = headingIds();
  const sections: Section[] = [{ anchor: "", heading: "", lines: [] }];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (isFence(line)) isCode = !isCode;
    const [, marks, text] = (!isCode && /^(#{1,6}) +(.+)$/.exec(line)) || [];
    if (marks === undefined || text === undefined) {
      sections.at(-1)!.lines.push(line);
      continue;
    }
    const heading = plainHeading(text);
    const anchor = idOf(heading);
    // The page's own title: the text after it has no separate heading.
    sections.push(marks === "#" ? { anchor: "", heading: "", lines: [] } : { anchor, heading, lines: [] });
  }
  return sections;
};

/** Removes the marks of code, emphasis and links, as in the page's table of contents. */
const plainHeading = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .trim();

const isFence = (line: string): boolean => /^\s*```/.test(line);

const isListOfCalls = (text: string): boolean =>
  (text.match(/`(?:GET|POST|PUT|PATCH|DELETE|HEAD)[ `]/g) ?? []).length > 2;

/** Splits at blank lines, but not within code. */
const blocksOf = (lines: readonly string[]): string[] => {
  const blocks: string[][] = [[]];
  let isCode = false;
  for (const line of lines) {
    if (isFence(line)) isCode = !isCode;
    if (line.trim() === "" && !isCode) blocks.push([]);
    else blocks.at(-1)!.push(line);
  }
  return blocks.map((block) => block.join("\n")).filter((block) => block !== "");
};

const partsOfTable = (block: string): string[] => {
  const [head, rule, ...rows] = block.split("\n");
  if (!head?.startsWith("|") || !rule?.startsWith("|") || rows.length <= rowsMax) return [block];
  const chunks = Array.from({ length: Math.ceil(rows.length / rowsMax) }, (_, index) =>
    rows.slice(index * rowsMax, (index + 1) * rowsMax),
  );
  return chunks.map((part) => [head, rule, ...part].join("\n"));
};

/** Joins consecutive short blocks, and text ending in a colon with the block that follows. */
const joined = (blocks: readonly string[]): string[] => {
  const passages: string[] = [];
  for (const block of blocks) {
    const last = passages.at(-1);
    const belongs = last !== undefined && (last.endsWith(":") || last.length + block.length < lettersMax);
    if (belongs) passages[passages.length - 1] = `${last}\n\n${block}`;
    else passages.push(block);
  }
  return passages;
};
