import type { BucketRow } from "../../../../resources/bucket/buckets.ts";
import { formatBytes } from "../../lib/format/bytes.ts";
import { formatCount, formatWhole } from "../../lib/format/count.ts";
import { formatDay, formatMoment } from "../../lib/format/date.ts";
import type { Column } from "../../ui/data-table-types.ts";
import { StatusTag } from "../../ui/status-tag.tsx";
import styles from "./buckets.module.css";
import { VisibilityTag } from "./visibility-tag.tsx";

export const bucketColumns: readonly Column<BucketRow>[] = [
  {
    key: "name",
    title: "Name",
    cell: ({ name, visibility, arweave }) => (
      <span className={styles.name}>
        <span title={name}>{name}</span>
        <VisibilityTag visibility={visibility} />
        {arweave.sync && <StatusTag state="synced" label="Arweave" />}
      </span>
    ),
  },
  {
    key: "storage",
    title: "Storage",
    width: "120px",
    align: "end",
    cell: ({ usedStorage }) => formatBytes(usedStorage),
  },
  {
    key: "files",
    title: "Files",
    width: "90px",
    align: "end",
    cell: ({ objectCount }) => <span title={formatWhole(objectCount)}>{formatCount(objectCount)}</span>,
  },
  {
    key: "traffic",
    title: "Traffic, 30 days",
    width: "140px",
    align: "end",
    cell: ({ monthTraffic }) => formatBytes(monthTraffic),
  },
  {
    key: "visits",
    title: "Visits, 30 days",
    width: "130px",
    align: "end",
    cell: ({ monthVisit }) => <span title={formatWhole(monthVisit)}>{formatCount(monthVisit)}</span>,
  },
  {
    key: "created",
    title: "Created",
    width: "130px",
    wideOnly: true,
    cell: ({ createdAt }) => <span title={formatMoment(createdAt)}>{formatDay(createdAt)}</span>,
  },
];
