import { format } from "oxfmt";

/** Formats generated Markdown as `npm run fix` formats the documents. */
export const formatMarkdown = async (text: string): Promise<string> =>
  (await format("document.md", text, { printWidth: 120 })).code;
