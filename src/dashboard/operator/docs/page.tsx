import { useParams, Link, useLocation } from "react-router";
import { useEffect, type MouseEvent, type ReactNode } from "react";
import { documents } from "../../../../resources/operator/documents.ts";
import { useSignedIn } from "../../account/flows/signed-in/use-signed-in.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLoaded, type Loaded } from "../../ui/cached/use-loaded.ts";
import { PublicFrame } from "../../framework/public-frame/public-frame.tsx";
import { findDocument, neighborsOf, type DocumentEntry } from "./find-document.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { usePageTitle } from "../../framework/page-title.ts";
import { copyText } from "../../ui/panels/copy-text.tsx";
import { useMedia } from "../../ui/use-media.ts";
import styles from "./docs-page.module.css";
import { DocsSidebar } from "./docs-sidebar.tsx";
import type { DocHeading, RenderedDoc } from "./render-doc.ts";

export const Component = () => {
  const { name = "" } = useParams();
  const { data, error } = useCall(documents);
  const entry = data && findDocument(data.items, name);
  const doc = useLoaded(entry ? `${entry.folder}${entry.name}.md` : "", loadDoc);
  const missing = { state: data || error ? "failed" : "loading" } as const;
  return (
    <PublicFrame signedIn={useSignedIn()}>
      <DocsPage list={data?.items} entry={entry} doc={entry ? doc : missing} />
    </PublicFrame>
  );
};

/** Loads and renders the document at a path in docs/. Rejects if it doesn't exist. Loads the renderer on demand. */
const loadDoc = async (path: string, signal: AbortSignal) => {
  if (path === "") throw new Error("No document selected.");
  const [response, { renderDoc }] = await Promise.all([
    fetch(`/docs-source/${path}`, { signal }),
    import("./render-doc.ts"),
  ]);
  if (!response.ok) throw new Error(`Document not found: ${path}`);
  return renderDoc(await response.text(), location.origin);
};

interface DocsPageProps {
  /** All pages. Undefined while loading. */
  readonly list: readonly DocumentEntry[] | undefined;
  /** The current page. Undefined while loading or if it doesn't exist. */
  readonly entry: DocumentEntry | undefined;
  readonly doc: Loaded<RenderedDoc>;
}

/** A documentation page with the sidebar and its table of contents. */
const DocsPage = ({ list, entry, doc }: DocsPageProps) => (
  <div className={styles.layout}>
    <DocsSidebar list={list} current={entry?.name} />
    {doc.state === "loading" && <div className={styles.skeleton} role="status" aria-label="Loading the page" />}
    {doc.state === "failed" && <Missing />}
    {doc.state === "ready" && (
      <Document doc={doc.value}>{list && entry && <Neighbors {...neighborsOf(list, entry)} />}</Document>
    )}
  </div>
);

const Document = ({
  doc: { title, html, headings },
  children,
}: {
  readonly doc: RenderedDoc;
  readonly children: ReactNode;
}) => {
  usePageTitle(title);
  const { hash } = useLocation();
  const wide = useMedia("(width > 1180px)");
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash]);
  const contents = headings.length > 1 && <Contents headings={headings} />;
  return (
    <>
      <div className={styles.main}>
        {!wide && contents && (
          <details className={styles.folded}>
            <summary>On this page</summary>
            {contents}
          </details>
        )}
        <article className={styles.prose} onClick={copyCode} dangerouslySetInnerHTML={{ __html: html }} />
        {children}
      </div>
      {wide && <aside className={styles.aside}>{contents}</aside>}
    </>
  );
};

/** Copies the code block of a clicked copy button. */
const copyCode = (event: MouseEvent<HTMLElement>): void => {
  const button = event.target instanceof Element && event.target.closest("button[data-copy]");
  const code = button ? button.parentElement?.querySelector("pre")?.textContent : undefined;
  if (code !== undefined && code !== null) void copyText(code.trimEnd());
};

const Contents = ({ headings }: { readonly headings: readonly DocHeading[] }) => (
  <nav aria-label="On this page">
    <ol className={styles.contents}>
      {headings.map(({ id, text, depth }) => (
        <li key={id} className={depth === 3 ? styles.deep : undefined}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  </nav>
);

const Neighbors = ({ previous, next }: ReturnType<typeof neighborsOf>) => (
  <nav className={styles.neighbors} aria-label="Previous and next page">
    {previous && (
      <Link rel="prev" to={pageHref(docs, { name: previous.name })}>
        <span>Previous</span> {previous.title}
      </Link>
    )}
    {next && (
      <Link rel="next" to={pageHref(docs, { name: next.name })}>
        <span>Next</span> {next.title}
      </Link>
    )}
  </nav>
);

const Missing = () => (
  <div className={styles.prose}>
    <h1>Page not found</h1>
    <p>It may have a new name. Search the documentation, or choose a page from the list.</p>
  </div>
);
