import { useEffect, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { docsHome } from "../../../../resources/pages.ts";
import type { Loaded } from "../../ui/use-loaded.ts";
import styles from "./docs-page.module.css";
import type { DocHeading, RenderedDoc } from "./render-doc.ts";

/** A document beside its table of contents. */
export const DocsPage = ({ doc }: { readonly doc: Loaded<RenderedDoc> }) => {
  if (doc.state === "loading") return <Skeleton />;
  if (doc.state === "failed") return <Missing />;
  return <Document doc={doc.value} />;
};

const Document = ({ doc: { html, headings } }: { readonly doc: RenderedDoc }) => {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash]);
  return (
    <Layout aside={headings.length > 1 && <Contents headings={headings} />}>
      <article className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
    </Layout>
  );
};

const Layout = ({ aside, children }: { readonly aside: ReactNode; readonly children: ReactNode }) => (
  <div className={styles.layout}>
    <aside className={styles.aside}>
      <Link to={pageHref(docsHome)}>All documents</Link>
      {aside}
    </aside>
    {children}
  </div>
);

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

const Skeleton = () => (
  <Layout aside={null}>
    <div className={styles.skeleton} role="status" aria-label="Loading the document" />
  </Layout>
);

const Missing = () => (
  <Layout aside={null}>
    <div className={styles.prose}>
      <h1>There is no such document</h1>
      <p>It may have another name now. All documents are listed on the docs page.</p>
    </div>
  </Layout>
);
