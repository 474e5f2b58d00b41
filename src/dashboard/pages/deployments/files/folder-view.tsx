import { deploymentOutput, type OutputEntry } from "../../../../../resources/hosting/deployment-calls.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { CopyText } from "../../../ui/copy-text.tsx";
import type { Column } from "../../../ui/data-table-types.ts";
import { DataTable } from "../../../ui/data-table.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { fileHref, folderHref } from "./file-href.ts";
import styles from "./files.module.css";

interface FolderViewProps {
  readonly taskId: string;
  readonly folder: string;
}

const columns: readonly Column<OutputEntry>[] = [
  {
    key: "name",
    title: "Name",
    cell: ({ name, type }) => (
      <span className={styles.name}>
        <Icon name={type === "directory" ? "folder" : "file"} size={16} />
        <span>{name}</span>
      </span>
    ),
  },
  { key: "size", title: "Size", width: "120px", align: "end", cell: ({ size }) => formatBytes(size) },
  {
    key: "hash",
    title: "CID",
    width: "240px",
    cell: ({ hash }) => <CopyText text={hash} shown={shortenHash(hash)} label="CID" />,
  },
];

/** One folder of the published files. */
export const FolderView = ({ taskId, folder }: FolderViewProps) => {
  const { data, error, reload } = useCall(deploymentOutput, { params: { taskId }, query: { path: folder } });
  const below = folder === "" ? "" : `${folder}/`;
  return (
    <DataTable
      label="Files"
      columns={columns}
      rows={data?.items}
      rowKey={({ name }) => name}
      rowHref={({ name, type }) => (type === "directory" ? folderHref(below + name) : fileHref(below + name))}
      skeletonRows={6}
      empty={<Empty icon="folder" title="This folder is empty" />}
      error={error && <ErrorState message={error.message} onRetry={reload} />}
    />
  );
};
