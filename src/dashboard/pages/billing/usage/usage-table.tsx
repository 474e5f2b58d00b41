import type { UsageItem } from "../../../../../resources/billing/analytics-calls.ts";
import { serviceNames, type BilledService } from "../../../../../resources/billing/packages.ts";
import type { SubjectKind } from "../../../../../resources/billing/records.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import { messages } from "../../../../../resources/messages.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { countOf } from "../../../lib/format/count.ts";
import { DataTable } from "../../../ui/data-table.tsx";
import type { Column } from "../../../ui/data-table-types.ts";
import { TwoLines } from "../../../ui/two-lines.tsx";
import { formatAmount } from "../../overview/usage-tiles.ts";
import { Land } from "../balance/land.tsx";
import styles from "./usage.module.css";

export interface UsageTableProps {
  readonly label: string;
  readonly items: readonly UsageItem[] | undefined;
  readonly others?: {
    readonly count: number;
    readonly used: string;
    readonly fromPackages: string;
    readonly land: string;
  } | null;
  readonly resource: MeteredResource | undefined;
  /** Duration of the usage. */
  readonly seconds: number;
}

type Entry = UsageItem & { readonly share: number };

/** Usage and cost by consumer. */
export const UsageTable = ({ label, items, others, resource, seconds }: UsageTableProps) => {
  const rest = others && { key: "others", title: countOf(others.count, "other"), ...others };
  const entries = items && withShares(rest ? [...items, rest] : items, resource);
  return (
    <DataTable<Entry>
      label={label}
      columns={columnsOf(resource, seconds)}
      rows={entries}
      rowKey={({ key }) => key}
      skeletonRows={3}
      empty={<p className="fh-empty fh-muted">{messages.noData}</p>}
    />
  );
};

const kinds: Readonly<Record<SubjectKind, string>> = {
  PROJECT: "Project",
  BUCKET: "Bucket",
  GATEWAY: "Gateway",
  ROLLUP: "Rollup",
  RPC_KEY: "RPC key",
  AI_KEY: "AI key",
  TEAM: "",
  DELETED: "",
};

const columnsOf = (resource: MeteredResource | undefined, seconds: number): readonly Column<Entry>[] => [
  {
    key: "title",
    title: "Name",
    cell: ({ title, kind, share }) => (
      <span className={styles.what}>
        <TwoLines
          first={<span title={title}>{serviceNames[title as BilledService] ?? title}</span>}
          second={kind ? kinds[kind] : ""}
        />
        <i className={styles.share} style={{ inlineSize: `${share * 100}%` }} />
      </span>
    ),
  },
  ...(resource
    ? [
        {
          key: "used",
          title: resource === "IPFS_STORAGE" ? "Average" : "Used",
          width: "110px",
          align: "end" as const,
          cell: ({ used }: Entry) => formatUsed(resource, used, seconds),
        },
      ]
    : []),
  { key: "land", title: "Cost", width: "152px", align: "end", cell: ({ land }) => <Land amount={land} /> },
];

/** For storage: the average stored. */
const formatUsed = (resource: MeteredResource, used: string, seconds: number): string =>
  resource === "IPFS_STORAGE"
    ? formatBytes(BigInt(used) / BigInt(Math.max(seconds, 1)))
    : formatAmount(resource, Number(used));

/** Each item's share of the total, 0 to 1. */
const withShares = (items: readonly UsageItem[], resource: MeteredResource | undefined): Entry[] => {
  const sizeOf = ({ used, land }: UsageItem): bigint => BigInt(resource ? used : land);
  const total = items.reduce((sum, item) => sum + sizeOf(item), 0n);
  return items.map((item) => ({
    ...item,
    share: total === 0n ? 0 : Number((sizeOf(item) * 1000n) / total) / 1000,
  }));
};
