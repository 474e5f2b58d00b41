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
  return (
    <>
      <SearchField label="Search the docs" value={term} onChange={setTerm} />
      {isSearching ? (
        <div className={styles.results} role="region" aria-label="Search results">
          <Titles list={list} term={term} onOpen={close} />
          {settled !== "" && <Sections term={settled} onOpen={close} />}
        </div>
      ) : (
        children
      )}
    </>
  );
};

interface ResultsProps {
  readonly term: string;
  readonly onOpen: () => void;
}

const Titles = ({ list, term, onOpen }: ResultsProps & { readonly list: readonly DocumentEntry[] }) => {
  const words = term.toLowerCase().split(/\s+/);
  const found = list.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  return (
    <ul>
      {found.slice(0, 5).map(({ name, title }) => (
        <li key={name}>
          <Link to={pageHref(docs, { name })} onClick={onOpen}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
};

const Sections = ({ term, onOpen }: ResultsProps) => {
  const { data, error } = useCall(searchDocuments, { query: { query: term } });
  if (error) return <p role="alert">Search failed. Try again.</p>;
  if (data?.items.length === 0) return <p>No sections found.</p>;
  return (
    <ul>
      {data?.items.map(({ document, title, anchor, heading }) => (
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
