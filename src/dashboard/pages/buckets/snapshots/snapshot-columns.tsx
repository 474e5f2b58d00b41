import type { Snapshot, SnapshotState } from "../../../../../resources/bucket/snapshots.ts";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { CopyText } from "../../../ui/copy-text.tsx";
import type { Column } from "../../../ui/data-table-types.ts";
import { StatusTag } from "../../../ui/status-tag.tsx";
import { TwoLines } from "../../../ui/two-lines.tsx";

const labels: Readonly<Record<SnapshotState, string>> = {
  generating: "Creating",
  unpin: "Private",
  pinning: "Publishing",
  pin: "Published",
  failure: "Failed",
};

const states: Readonly<Record<SnapshotState, string>> = {
  generating: "generating",
  unpin: "normal",
  pinning: "pinning",
  pin: "pinned",
  failure: "failure",
};

export const snapshotColumns: readonly Column<Snapshot>[] = [
  {
    key: "prefix",
    title: "Source",
    cell: ({ prefix, message }) => (
      <TwoLines first={<bdi title={prefix}>{prefix || "Entire bucket"}</bdi>} second={message} />
    ),
  },
  {
    key: "cid",
    title: "CID",
    cell: ({ cid }) => (cid === undefined ? "–" : <CopyText text={cid} shown={shortenHash(cid)} label="CID" />),
    width: "200px",
  },
  {
    key: "files",
    title: "Files",
    align: "end",
    cell: ({ cid, files }) => (cid === undefined ? "–" : formatWhole(files)),
    width: "90px",
  },
  {
    key: "size",
    title: "Size",
    align: "end",
    cell: ({ cid, size }) => (cid === undefined ? "–" : formatBytes(size)),
    width: "100px",
  },
  {
    key: "status",
    title: "Status",
    cell: ({ status }) => <StatusTag state={states[status]} label={labels[status]} />,
    width: "140px",
  },
  { key: "createdAt", title: "Created", cell: ({ createdAt }) => <Moment seconds={createdAt} />, width: "130px" },
];
