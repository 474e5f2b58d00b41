import { documents } from "../../../../resources/operator/documents.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import { plainText, readDocuments, titleOf, type Document } from "./service.ts";

/** Lists docs/ and its decisions by their first headings and paragraphs. */
export const documentRoutes = (folder: string): Route[] => [
  route(documents, async () => ({ items: (await readDocuments(folder)).map(describe) })),
];

const describe = (document: Document) => {
  const { name, folder, text } = document;
  const paragraph = text.split(/\n\s*\n/).find((block) => !/^\s*(?:#|```|\||>|[-*] |<)/.test(block));
  return { name, folder, title: titleOf(document), summary: firstSentence(plainText(paragraph ?? "")) };
};

/** Without a label such as "Context." before it. */
const firstSentence = (text: string): string => /^(?:\w+\. )?(.*?[^ ]\.)(?= |$)/.exec(text.trim())?.[1] ?? text.trim();
