export interface Version {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
}

/** The changelog by its headings of the second level; what stands before the first one is the file's own head. */
export const versionsOf = (markdown: string): Version[] =>
  markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = "", ...lines] = part.split("\n");
      return { title: title.trim(), body: lines.join("\n").trim() };
    });
