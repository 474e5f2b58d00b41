import { lexer, type Token, type Tokens } from "marked";
import { createContext, Fragment, memo, use, useMemo, type ReactNode } from "react";
import { CodeBlock } from "../panels/code-block.tsx";
import styles from "./markdown.module.css";

interface MarkdownProps {
  readonly text: string;
  /** Draws citations, `[1]`, outside of code; undefined leaves them as text. Keep its identity between renders. */
  readonly citation?: ((number: number) => ReactNode) | undefined;
}

const CitationContext = createContext<MarkdownProps["citation"]>(undefined);

/**
 * Renders untrusted Markdown, such as a model's, without any HTML: tags are shown as text, images as links, and links
 * lead only to web and email addresses.
 */
export const Markdown = memo(({ text, citation }: MarkdownProps) => {
  const tokens = useMemo(() => lexer(text), [text]);
  return (
    <CitationContext value={citation}>
      <div className={styles.markdown}>{drawAll(tokens)}</div>
    </CitationContext>
  );
});

/** Text with its citations. */
const Text = ({ text }: { readonly text: string }): ReactNode => {
  const citation = use(CitationContext);
  if (!citation) return text;
  return text
    .split(/(\[\d+\])/)
    .map((part, index) => (
      <Fragment key={index}>{(index % 2 === 1 && citation(Number(part.slice(1, -1)))) || part}</Fragment>
    ));
};

const drawAll = (tokens: readonly Token[] = []): ReactNode =>
  tokens.map((token, index) => <Fragment key={index}>{draw(token)}</Fragment>);

const draw = (token: Token): ReactNode => {
  const drawer = drawers[token.type];
  return drawer ? drawer(token as never) : token.raw;
};

/** Within a page that has a title: first-level headings become third-level headings. */
const Heading = ({ depth, children }: { readonly depth: number; readonly children: ReactNode }) => {
  const Tag = (["h3", "h4", "h5", "h6"] as const)[Math.min(depth, 4) - 1]!;
  return <Tag>{children}</Tag>;
};

const List = ({ ordered, start, items }: Tokens.List) => {
  const drawn = items.map((item, index) => <li key={index}>{drawAll(item.tokens)}</li>);
  return ordered ? <ol start={start || 1}>{drawn}</ol> : <ul>{drawn}</ul>;
};

const Table = ({ header, rows, align }: Tokens.Table) => {
  const cell = (Tag: "th" | "td") => (one: Tokens.TableCell, index: number) => (
    <Tag key={index} style={{ textAlign: align[index] ?? "start" }}>
      {drawAll(one.tokens)}
    </Tag>
  );
  return (
    <div className={styles.table} tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead>
          <tr>{header.map(cell("th"))}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>{row.map(cell("td"))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Link = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => {
  const address = safeHref(href);
  if (address === undefined) return children;
  return (
    <a href={address} target="_blank" rel="noreferrer nofollow">
      {children}
    </a>
  );
};

type Drawers = Readonly<Record<string, ((token: never) => ReactNode) | undefined>>;

const drawers: Drawers = {
  space: () => null,
  hr: () => <hr />,
  br: () => <br />,
  heading: ({ depth, tokens }: Tokens.Heading) => <Heading depth={depth}>{drawAll(tokens)}</Heading>,
  paragraph: ({ tokens }: Tokens.Paragraph) => <p>{drawAll(tokens)}</p>,
  text: (token: Tokens.Text) => (token.tokens ? drawAll(token.tokens) : <Text text={token.text} />),
  escape: ({ text }: Tokens.Escape) => text,
  strong: ({ tokens }: Tokens.Strong) => <strong>{drawAll(tokens)}</strong>,
  em: ({ tokens }: Tokens.Em) => <em>{drawAll(tokens)}</em>,
  del: ({ tokens }: Tokens.Del) => <del>{drawAll(tokens)}</del>,
  codespan: ({ text }: Tokens.Codespan) => <code>{text}</code>,
  code: ({ text, lang }: Tokens.Code) => <CodeBlock label={lang ? `${lang} code` : "code"} code={text} />,
  blockquote: ({ tokens }: Tokens.Blockquote) => <blockquote>{drawAll(tokens)}</blockquote>,
  list: (token: Tokens.List) => <List {...token} />,
  checkbox: ({ checked }: Tokens.Checkbox) => (checked ? "☑ " : "☐ "),
  table: (token: Tokens.Table) => <Table {...token} />,
  link: ({ href, tokens }: Tokens.Link) => <Link href={href}>{drawAll(tokens)}</Link>,
  image: ({ href, text }: Tokens.Image) => <Link href={href}>{text || href}</Link>,
};

/**
 * Returns a safe link target of untrusted text: a web or email address. Undefined for scripts, files and paths of this
 * page.
 */
const safeHref = (href: string): string | undefined => {
  if (!URL.canParse(href)) return undefined;
  const { protocol } = new URL(href);
  return ["http:", "https:", "mailto:"].includes(protocol) ? href : undefined;
};
