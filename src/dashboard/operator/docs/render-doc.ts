/** Markdown to HTML. The documents are the project's own files, so their HTML is trusted. */
import { Marked, type Tokens } from "marked";
import { headingIds } from "../../../../resources/operator/heading-ids.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { docs } from "../../../../resources/pages.ts";

export interface DocHeading {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

export interface RenderedDoc {
  /** The first heading. */
  readonly title: string | undefined;
  readonly html: string;
  /** Headings of the second and third level, for the table of contents. */
  readonly headings: readonly DocHeading[];
}

/** Default origin of an instance, used in the documents' examples. */
const exampleOrigin = "http://localhost:4040";

/** Renders a document: adds IDs to headings, rewrites links to other documents, and uses `origin` in examples. */
export const renderDoc = (markdown: string, origin: string = exampleOrigin): RenderedDoc => {
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
      code({ text, lang = "" }: Tokens.Code) {
        // Makes long lines scrollable by keyboard.
        const code = `<pre tabindex="0"><code${lang && ` class="language-${/^\w*/.exec(lang)?.[0]}"`}>${escaped(text)}\n</code></pre>`;
        return `<div data-code>${code}<button type="button" data-copy>Copy</button></div>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${addressOf(href)}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  const own = markdown.replaceAll(exampleOrigin, origin).replaceAll(new URL(exampleOrigin).host, new URL(origin).host);
  const html = marked.parse(own, { async: false });
  const title = headings.find(({ depth }) => depth === 1)?.text;
  return { title, html, headings: headings.filter(({ depth }) => depth === 2 || depth === 3) };
};

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const addressOf = (href: string): string => {
  const name = /^[a-z]+:/.test(href) ? undefined : docNameOf(href);
  if (!name) return href;
  const [, anchor] = href.split("#");
  return `${pageHref(docs, { name })}${anchor ? `#${anchor}` : ""}`;
};

/** Returns the document name in a path: "backup" for "…/docs/operate/backup.md#restore". */
const docNameOf = (path: string): string | undefined => /([\w-]+)\.md(?:#.*)?$/.exec(path)?.[1]?.toLowerCase();
