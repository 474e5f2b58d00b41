import { Link } from "react-router";
import { documents, documentGroups, isInGroup } from "../../../../resources/operator/documents.ts";
import { useSignedIn } from "../../account/flows/signed-in/use-signed-in.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { PublicFrame } from "../../framework/public-frame/public-frame.tsx";
import { pageHref } from "../../../../resources/declare/href.ts";
import { apiReference, docs } from "../../../../resources/pages.ts";
import { DocsSearch } from "../docs/docs-search.tsx";
import type { DocumentEntry } from "../docs/find-document.ts";
import styles from "./docs-home-page.module.css";

export const Component = () => {
  const { data, error } = useCall(documents);
  return (
    <PublicFrame signedIn={useSignedIn()}>
      <DocsHomePage documents={data?.items} failed={error !== undefined} />
    </PublicFrame>
  );
};

interface DocsHomePageProps {
  /** Undefined while loading. */
  readonly documents: readonly DocumentEntry[] | undefined;
  readonly failed: boolean;
}

/** All documentation pages by group, and the API reference. */
const DocsHomePage = ({ documents, failed }: DocsHomePageProps) => (
  <div className={styles.page}>
    <h1>Docs</h1>
    <p className={styles.lead}>Use Freehold, run it, and build on it. These pages match the version you are running.</p>
    {failed && <p role="alert">The pages could not be loaded. Reload this page.</p>}
    {!documents && !failed && <div className={styles.skeleton} role="status" aria-label="Loading the pages" />}
    {documents && (
      <>
        <div className={styles.search}>
          <DocsSearch list={documents} />
        </div>
        <Groups documents={documents} />
      </>
    )}
  </div>
);

const Groups = ({ documents }: { readonly documents: readonly DocumentEntry[] }) =>
  documentGroups.map(({ folder, label }) => (
    <section key={folder} className={styles.group} aria-label={label}>
      {folder !== "" && <h2>{label}</h2>}
      <ul>
        {documents
          .filter((entry) => isInGroup(folder, entry.folder))
          .map(({ name, title, summary }) => (
            <Entry
              key={name}
              to={pageHref(docs, { name })}
              title={title}
              summary={summary}
              level={folder === "" ? "h2" : "h3"}
            />
          ))}
        {folder === "reference/" && (
          <Entry
            to={pageHref(apiReference)}
            title="API"
            summary="Call every endpoint from a form, with its parameters and replies."
          />
        )}
      </ul>
    </section>
  ));

interface EntryProps extends Readonly<Record<"to" | "title" | "summary", string>> {
  /** Heading level. */
  readonly level?: "h2" | "h3";
}

const Entry = ({ to, title, summary, level: Heading = "h3" }: EntryProps) => (
  <li>
    <Link to={to}>
      <Heading>{title}</Heading>
      <p>{summary}</p>
    </Link>
  </li>
);
