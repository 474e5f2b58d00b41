import { RowTable, type RowCells } from "../../../framework/pages/row-table.tsx";
import { Link, useSearchParams } from "react-router";
import {
  deploymentFile,
  deploymentOutput,
  outputEntries,
  type OutputEntry,
} from "../../../../../resources/hosting/deployment-calls.ts";
import { outputFileInlineBytesMax } from "../../../../../resources/limits.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { Empty } from "../../../ui/states/empty.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import type { Deployment } from "../build/facts.tsx";
import styles from "./files.module.css";

/** Browses the published files. The current folder is in the URL. */
export const Files = ({ deployment: { taskId, cid } }: { readonly deployment: Deployment }) => {
  const [query] = useSearchParams();
  const folder = query.get("folder") ?? "";
  const file = query.get("file");
  if (!cid)
    return (
      <div className="fh-card">
        <Empty icon="folder" title="No files" text="This deployment published no files." />
      </div>
    );
  return (
    <div className="fh-stack">
      <PathBar path={file ?? folder} isFile={file !== null} />
      {file === null ? <FolderView taskId={taskId} folder={folder} /> : <FileView taskId={taskId} path={file} />}
    </div>
  );
};

interface FileViewProps {
  readonly taskId: string;
  readonly path: string;
}

/** A published file: its text, or a link if it is binary or too large. */
const FileView = ({ taskId, path }: FileViewProps) => {
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

interface FolderViewProps {
  readonly taskId: string;
  readonly folder: string;
}

const cells: RowCells<OutputEntry> = {
  name: ({ name, type }) => (
    <span className={styles.name}>
      <Icon name={type === "directory" ? "folder" : "file"} size={16} />
      <span>{name}</span>
    </span>
  ),
};

/** One folder of the published files. */
const FolderView = ({ taskId, folder }: FolderViewProps) => {
  const { data, error, reload } = useCall(deploymentOutput, { params: { taskId }, query: { path: folder } });
  const below = folder === "" ? "" : `${folder}/`;
  return (
    <RowTable
      list={outputEntries}
      rows={data?.items}
      cells={cells}
      rowHref={({ name, type }) => (type === "directory" ? folderHref(below + name) : fileHref(below + name))}
      error={error}
      reload={reload}
    />
  );
};

interface PathBarProps {
  /** "" is the root. */
  readonly path: string;
  readonly isFile: boolean;
}

/** Breadcrumbs of the current folder or file. */
const PathBar = ({ path, isFile }: PathBarProps) => {
  const parts = path.split("/").filter(Boolean);
  const steps = [
    { label: "All files", folder: "" },
    ...parts.map((label, index) => ({ label, folder: parts.slice(0, index + 1).join("/") })),
  ];
  return (
    <nav className={styles.path} aria-label={isFile ? "Folders of this file" : "Folders"}>
      {steps.map(({ label, folder }, index) =>
        index === steps.length - 1 ? (
          <span key={folder} aria-current="location">
            {label}
          </span>
        ) : (
          <Link key={folder} to={folderHref(folder)} replace preventScrollReset>
            {label}
          </Link>
        ),
      )}
    </nav>
  );
};

/** Links within the Files tab, relative to the deployment's page. */
const folderHref = (folder: string): string => hrefOf({ folder });
const fileHref = (file: string): string => hrefOf({ file });

const hrefOf = (place: Readonly<Record<string, string>>): string =>
  `?${new URLSearchParams({ tab: "files", ...place }).toString()}`;
