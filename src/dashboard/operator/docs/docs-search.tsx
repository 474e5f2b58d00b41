import { useEffect, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { searchDocuments, searchTermMax } from "../../../../resources/operator/documents.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { SearchField } from "../../ui/fields/search-field.tsx";
import styles from "./docs-search.module.css";
import type { DocumentEntry } from "./find-document.ts";

interface DocsSearchProps {
  readonly list: readonly DocumentEntry[];
  /** Shown without a search term. */
  readonly children: ReactNode;
}

/** Delay after typing before a request. */
const debounceMs = 200;

/** Searches the documentation: page titles immediately, then sections by text. */
export const DocsSearch = ({ list, children }: DocsSearchProps) => {
  const [term, setTerm] = useState("");
  const settled = useSettled(term.trim().slice(0, searchTermMax));
  const close = () => setTerm("");
  const isSearching = term.trim() !== "";
  const titled = pagesTitled(term, list);
  return (
    <>
      <SearchField label="Search the docs" value={term} onChange={setTerm} />
      {isSearching ? (
        <div className={styles.results} role="region" aria-label="Search results">
          <Titles pages={titled} onOpen={close} />
          {settled !== "" && <Sections term={settled} above={titled} onOpen={close} />}
        </div>
      ) : (
        children
      )}
    </>
  );
};

/** Returns the first five pages with all words of the term in their title. */
const pagesTitled = (term: string, list: readonly DocumentEntry[]): readonly DocumentEntry[] => {
  const words = term.toLowerCase().split(/\s+/);
  return list.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word))).slice(0, 5);
};

interface TitlesProps {
  readonly pages: readonly DocumentEntry[];
  readonly onOpen: () => void;
}

const Titles = ({ pages, onOpen }: TitlesProps) => (
  <ul>
    {pages.map(({ name, title }) => (
      <li key={name}>
        <Link to={pageHref(docs, { name })} onClick={onOpen}>
          {title}
        </Link>
      </li>
    ))}
  </ul>
);

interface SectionsProps {
  readonly term: string;
  /** Pages that are listed already. */
  readonly above: readonly DocumentEntry[];
  readonly onOpen: () => void;
}

const Sections = ({ term, above, onOpen }: SectionsProps) => {
  const { data, error } = useCall(searchDocuments, { query: { query: term } });
  if (error) return <p role="alert">Search failed. Try again.</p>;
  if (data?.items.length === 0) return <p>No sections found.</p>;
  const isNew = (document: string): boolean => above.every(({ name }) => name !== document);
  return (
    <ul>
      {data?.items
        .filter(({ document, heading }) => heading !== "" || isNew(document))
        .map(({ document, title, anchor, heading }) => (
          <li key={`${document}#${anchor}`}>
            <Link to={`${pageHref(docs, { name: document })}${anchor && `#${anchor}`}`} onClick={onOpen}>
              {heading || title}
              {heading && <span>{title}</span>}
            </Link>
          </li>
        ))}
    </ul>
  );
};

const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
