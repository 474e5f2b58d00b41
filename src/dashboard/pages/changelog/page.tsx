import { useEffect } from "react";
import { changelog } from "../../../../resources/rewards/changelog-calls.ts";
import { noteChangelogRead } from "../../flows/changelog/unread.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./changelog.module.css";
import { versionsOf } from "./versions-of.ts";

/** /changelog: what the cloud can do by now. Looking at it is reading it. */
export const Component = () => {
  const { data, error, reload } = useCall(changelog);
  const entries = data?.changeLogNum;
  useEffect(() => {
    if (entries !== undefined) noteChangelogRead(entries);
  }, [entries]);
  return (
    <>
      <PageHeader title="Changelog" text="What this cloud can do, by capability. The newest is on top." />
      {data ? <Versions text={data.text} /> : <Waiting message={error?.message} onRetry={reload} />}
    </>
  );
};

const Versions = ({ text }: { readonly text: string }) => {
  const versions = versionsOf(text);
  if (versions.length === 0)
    return <Empty icon="history" title="No changelog" text="This cloud was installed without its CHANGELOG.md." />;
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

const Waiting = ({ message, onRetry }: { readonly message: string | undefined; readonly onRetry: () => void }) => (
  <div className={styles.versions}>
    <Card>{message === undefined ? <Skeleton lines={12} /> : <ErrorState message={message} onRetry={onRetry} />}</Card>
  </div>
);
