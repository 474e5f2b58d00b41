import { plainText } from "./ansi.ts";

const linesAtOnce = 4000;

/** A log as plain text, in parts: between two of them the screen may draw. */
export const plainLog = async (lines: readonly { readonly content: string }[]): Promise<string[]> => {
  const parts: string[] = [];
  for (let start = 0; start < lines.length; start += linesAtOnce) {
    const part = lines.slice(start, start + linesAtOnce);
    parts.push(part.map(({ content }) => `${plainText(content)}\n`).join(""));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return parts;
};
