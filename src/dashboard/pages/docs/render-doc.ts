/** Markdown to HTML. The documents are the project's own files, so their HTML is trusted. */
import { Marked, type Tokens } from "marked";
import { headingIds } from "../../../../resources/cloud/heading-ids.ts";
import { pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { docNameOf } from "./doc-name.ts";

export interface DocHeading {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

export interface RenderedDoc {
  readonly html: string;
  /** Headings of the second and third level, for the table of contents. */
  readonly headings: readonly DocHeading[];
}

/** Renders a document: headings get ids, and links to other documents lead to their pages. */
export const renderDoc = (markdown: string): RenderedDoc => {
  const headings: DocHeading[] = [];
  const idOf = headingIds();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = idOf(text);
        headings.push({ id, text, depth });
        return `<h${depth} id="${id}">${html}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${addressOf(href)}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, headings: headings.filter(({ depth }) => depth === 2 || depth === 3) };
};

const addressOf = (href: string): string => {
  const name = /^[a-z]+:/.test(href) ? undefined : docNameOf(href);
  if (!name) return href;
  const [, anchor] = href.split("#");
  return `${pageHref(docs, { name })}${anchor ? `#${anchor}` : ""}`;
};
