import { plainText } from "./ansi.ts";

const linesAtOnce = 4000;

/** Formats a log as plain text, in chunks, so that the screen can render in between. */
export const plainLog = async (lines: readonly { readonly content: string }[]): Promise<string[]> => {
  const parts: string[] = [];
  for (let start = 0; start < lines.length; start += linesAtOnce) {
    const part = lines.slice(start, start + linesAtOnce);
    parts.push(part.map(({ content }) => `${plainText(content)}\n`).join(""));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return parts;
};
