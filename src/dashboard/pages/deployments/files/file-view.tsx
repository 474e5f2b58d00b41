import { deploymentFile } from "../../../../../resources/hosting/deployment-calls.ts";
import { outputFileInlineBytesMax } from "../../../../../resources/limits.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import styles from "./files.module.css";

interface FileViewProps {
  readonly taskId: string;
  readonly path: string;
}

/** A published file: its text, or a link if it is binary or too large. */
export const FileView = ({ taskId, path }: FileViewProps) => {
  const { data, error, reload } = useCall(deploymentFile, { params: { taskId }, query: { path } });
  if (error && !data) return <ErrorState message={error.message} onRetry={reload} />;
  if (!data) {
    return (
      <Card>
        <Skeleton lines={8} />
      </Card>
    );
  }
  const { text, size, hash, link } = data;
  return (
    <section className={styles.file} aria-label={path}>
      <header>
        <span>{formatBytes(size)}</span>
        <CopyText text={hash} shown={shortenHash(hash)} label="CID" />
        <LinkButton size="small" icon="external" to={link}>
          Open
        </LinkButton>
      </header>
      {text === null ? (
        <Empty
          icon="file"
          title={size > outputFileInlineBytesMax ? "Too large to display" : "Not a text file"}
          text={`Open the file in a new tab. Text files up to ${formatBytes(outputFileInlineBytesMax)} are displayed here.`}
        />
      ) : (
        <pre tabIndex={0} aria-label={`Content of ${path}`}>
          {text}
        </pre>
      )}
    </section>
  );
};
