import { useEffect } from "react";
import { changelog } from "../../../../resources/rewards/changelog-calls.ts";
import { recordChangelogRead } from "../flows/changelog/unread.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Card } from "../../ui/panels/card.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import styles from "./changelog.module.css";

/** /changelog: new features and changes. Opening it marks all entries as read. */
export const Component = () => {
  const { data, error, reload } = useCall(changelog);
  const entries = data?.changeLogNum;
  useEffect(() => {
    if (entries !== undefined) recordChangelogRead(entries);
  }, [entries]);
  return (
    <>
      <PageHeader title="Changelog" text="New features and changes, newest first." />
      {data ? <Versions text={data.text} /> : <LoadingChangelog message={error?.message} onRetry={reload} />}
    </>
  );
};

const Versions = ({ text }: { readonly text: string }) => {
  const versions = versionsOf(text);
  if (versions.length === 0)
    return <Empty icon="history" title="No changelog" text="CHANGELOG.md is missing from this installation." />;
  return (
    <div className={styles.versions}>
      {versions.map(({ title, body }) => (
        <Card key={title} title={title}>
          <Markdown text={body} />
        </Card>
      ))}
    </div>
  );
};

const LoadingChangelog = ({
  message,
  onRetry,
}: {
  readonly message: string | undefined;
  readonly onRetry: () => void;
}) => (
  <div className={styles.versions}>
    <Card>{message === undefined ? <Skeleton lines={12} /> : <ErrorState message={message} onRetry={onRetry} />}</Card>
  </div>
);

interface Version {
  /** Version and date: `0.9.0 · 2026-11-23`. */
  readonly title: string;
  /** Markdown. */
  readonly body: string;
}

/** Splits a changelog in the format of keepachangelog.com by version. */
const versionsOf = (markdown: string): Version[] =>
  markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = "", ...lines] = part.split("\n");
      const title = heading
        .trim()
        .replace(/^\[(.+)\]/, "$1")
        .replace(" - ", " · ");
      return { title, body: lines.join("\n").trim() };
    });
