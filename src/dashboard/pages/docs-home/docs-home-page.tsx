import type { ReactNode } from "react";
import { Link } from "react-router";
import type * as z from "zod/mini";
import type { documents } from "../../../../resources/cloud/documents.ts";
import { pageHref } from "../../../../resources/href.ts";
import { apiReference, docs } from "../../../../resources/pages.ts";
import styles from "./docs-home-page.module.css";

export type DocumentEntry = z.output<(typeof documents)["reply"]>["items"][number];

interface DocsHomePageProps {
  /** Undefined while they are on their way. */
  readonly documents: readonly DocumentEntry[] | undefined;
  readonly failed: boolean;
}

/** Every document, and the reference of the API. */
export const DocsHomePage = ({ documents, failed }: DocsHomePageProps) => (
  <div className={styles.page}>
    <h1>Docs</h1>
    <p className={styles.lead}>
      How to use this cloud, run it, and build on it. They come with the version that is running here.
    </p>
    {failed && <p role="alert">The list of documents could not be loaded. Please reload the page.</p>}
    {!documents && !failed && <div className={styles.skeleton} role="status" aria-label="Loading the documents" />}
    {documents && <Documents documents={documents} />}
  </div>
);

const Documents = ({ documents }: { readonly documents: readonly DocumentEntry[] }) => (
  <>
    <ul className={styles.guides}>
      {documents
        .filter(isGuide)
        .toSorted(byReader)
        .map(({ name, title, summary }) => (
          <Entry key={name} to={pageHref(docs, { name })} title={title}>
            {summary}
          </Entry>
        ))}
      <Entry to={pageHref(apiReference)} title="API">
        Every call with its parameters and replies, and a form to try it.
      </Entry>
    </ul>
    <h2>Decisions</h2>
    <p className={styles.lead}>Choices that someone new might question, and why they were made.</p>
    <ul className={styles.decisions}>
      {documents
        .filter((entry) => !isGuide(entry))
        .map(({ name, title }) => (
          <li key={name}>
            <Link to={pageHref(docs, { name })}>{title}</Link>
          </li>
        ))}
    </ul>
  </>
);

/** From using to running to changing it; what is not named here comes last. */
const readingOrder = ["deploying", "operations", "architecture", "adding-a-resource"];
const placeOf = ({ name }: DocumentEntry): number => readingOrder.indexOf(name) + 1 || Infinity;
const byReader = (one: DocumentEntry, other: DocumentEntry): number => placeOf(one) - placeOf(other);

const isGuide = ({ folder }: DocumentEntry): boolean => folder === "";

const Entry = ({
  to,
  title,
  children,
}: {
  readonly to: string;
  readonly title: string;
  readonly children: ReactNode;
}) => (
  <li>
    <Link to={to}>
      <h2>{title}</h2>
      <p>{children}</p>
    </Link>
  </li>
);
