import { useState } from "react";
import { useNavigate } from "react-router";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { searchDocuments, searchTermMax } from "../../../../resources/operator/documents.ts";
import { docs } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useSettled } from "../../lib/async/use-settled.ts";
import { SearchDialog } from "../../ui/dialogs/search-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./docs-search.module.css";
import type { DocumentEntry } from "./find-document.ts";

type Snippet = Reply<typeof searchDocuments>["items"][number]["snippet"];

interface Result {
  readonly to: string;
  readonly title: string;
  /** The page of a section. */
  readonly page?: string;
  readonly snippet: Snippet;
}

/** Delay after typing before a request. */
const debounceMs = 200;

interface DocsSearchDialogProps {
  readonly list: readonly DocumentEntry[];
  readonly onClose: () => void;
}

/** Searches the documentation: page titles immediately, then sections by text. */
const DocsSearchDialog = ({ list, onClose }: DocsSearchDialogProps) => {
  const [question, setQuestion] = useState("");
  const navigate = useNavigate();
  const term = question.trim().slice(0, searchTermMax);
  const settled = useSettled(term, debounceMs);
  const { data, error, loading } = useCall(searchDocuments, { query: { query: settled }, enabled: settled !== "" });
  const titled = pagesTitled(term, list);
  const sections = term === "" ? [] : (data?.items ?? []).map(sectionResult);
  const isNew = ({ to }: Result): boolean => titled.every((page) => page.to !== to);
  const results = [...titled, ...sections.filter(isNew)];
  return (
    <SearchDialog
      label="Search the docs"
      field="Search the docs"
      question={question}
      onQuestion={setQuestion}
      groups={results.length > 0 ? [{ title: "Results", items: results }] : []}
      keyOf={({ to }) => to}
      option={(result) => <ResultView {...result} />}
      onPick={({ to }) => {
        onClose();
        void navigate(to);
      }}
      none={noneText(question, loading || settled !== term, error)}
      onClose={onClose}
    />
  );
};

export default DocsSearchDialog;

const noneText = (question: string, searching: boolean, error: Error | undefined): string => {
  if (question.trim() === "") return "Search titles and text of all pages.";
  if (searching) return "Searching…";
  return error ? "Search failed. Try again." : `No results for “${question}”.`;
};

const ResultView = ({ title, page, snippet }: Result) => (
  <>
    <span className={styles.icon}>
      <Icon name={page === undefined ? "book" : "file"} size={17} />
    </span>
    <span className={styles.result}>
      <strong>
        {page !== undefined && <span>{page} › </span>}
        {title}
      </strong>
      <small>{snippet.map(({ text, isMatch }, at) => (isMatch ? <mark key={at}>{text}</mark> : text))}</small>
    </span>
  </>
);

const titledMax = 4;

/** Returns the first pages with all words of the term at the start of a word of their title. */
const pagesTitled = (term: string, list: readonly DocumentEntry[]): Result[] => {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return list
    .filter(({ title }) => words.every((word) => ` ${title.toLowerCase()}`.includes(` ${word}`)))
    .slice(0, titledMax)
    .map(({ name, title, summary }) => ({
      to: pageHref(docs, { name }),
      title,
      snippet: [{ text: summary, isMatch: false }],
    }));
};

const sectionResult = ({
  document,
  title,
  anchor,
  heading,
  snippet,
}: Reply<typeof searchDocuments>["items"][number]): Result => ({
  to: `${pageHref(docs, { name: document })}${anchor && `#${anchor}`}`,
  title: heading || title,
  ...(heading !== "" && { page: title }),
  snippet,
});
