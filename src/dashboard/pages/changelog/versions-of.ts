export interface Version {
  /** Version and date: `0.9.0 · 2026-11-23`. */
  readonly title: string;
  /** Markdown. */
  readonly body: string;
}

/** Splits a changelog in the format of keepachangelog.com by version. */
export const versionsOf = (markdown: string): Version[] =>
  markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = "", ...lines] = part.split("\n");
      const title = heading
        .trim()
        .replace(/^\[(.+)\]/, "$1")
        .replace(" - ", " · ");
      return { title, body: lines.join("\n").trim() };
    });
