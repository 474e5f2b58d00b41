import { Link } from "react-router";
import { documentGroups, isInGroup } from "../../../../resources/operator/documents.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { apiReference, docs, docsHome } from "../../../../resources/pages.ts";
import { useMedia } from "../../ui/use-media.ts";
import { DocsSearch } from "./docs-search.tsx";
import styles from "./docs-sidebar.module.css";
import type { DocumentEntry } from "./find-document.ts";

interface DocsSidebarProps {
  readonly list: readonly DocumentEntry[] | undefined;
  /** Name of the current page. */
  readonly current: string | undefined;
}

/** Search and all pages by group. Collapsed on small screens. */
export const DocsSidebar = ({ list = [], current }: DocsSidebarProps) => {
  const wide = useMedia("(width > 860px)");
  const pages = <Pages list={list} current={current} />;
  return (
    <aside className={styles.sidebar} aria-label="Documentation">
      <DocsSearch list={list} />
      {wide ? (
        pages
      ) : (
        <details>
          <summary>All pages</summary>
          {pages}
        </details>
      )}
    </aside>
  );
};

const Pages = ({ list, current }: DocsSidebarProps & { readonly list: readonly DocumentEntry[] }) => (
  <nav className={styles.pages} aria-label="All pages">
    <Link to={pageHref(docsHome)}>Docs home</Link>
    {documentGroups.map(({ folder, label }) => {
      const pages = list.filter((entry) => isInGroup(folder, entry.folder));
      if (pages.length === 0) return null;
      const links = (
        <ul key={folder}>
          {pages.map(({ name, title }) => (
            <PageLink key={name} to={pageHref(docs, { name })} isCurrent={name === current}>
              {title}
            </PageLink>
          ))}
          {folder === "reference/" && (
            <PageLink to={pageHref(apiReference)} isCurrent={current === "api"}>
              API
            </PageLink>
          )}
        </ul>
      );
      if (folder === "") return links;
      return (
        <details key={folder} open={folder !== "decisions/" || pages.some(({ name }) => name === current)}>
          <summary>{label}</summary>
          {links}
        </details>
      );
    })}
  </nav>
);

interface PageLinkProps {
  readonly to: string;
  readonly isCurrent: boolean;
  readonly children: string;
}

const PageLink = ({ to, isCurrent, children }: PageLinkProps) => (
  <li>
    <Link to={to} aria-current={isCurrent ? "page" : undefined}>
      {children}
    </Link>
  </li>
);
