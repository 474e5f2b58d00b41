import type { AccessKey } from "../../../../resources/bucket/access-key-calls.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { StatusTag } from "../../ui/status-tag.tsx";
import styles from "./access-keys.module.css";

export const keyColumns: readonly Column<AccessKey>[] = [
  { key: "name", title: "Name", cell: ({ name }) => <span title={name}>{name}</span>, width: "18%" },
  {
    key: "accessKey",
    title: "Access key",
    cell: ({ accessKey }) => <CopyText text={accessKey} label="access key" />,
    width: "220px",
  },
  {
    key: "permissions",
    title: "Permissions",
    cell: (key) => (
      <span className={styles.wrapped} title={scopeOf(key)}>
        {scopeOf(key)}
      </span>
    ),
  },
  {
    key: "expiresAt",
    title: "Expires",
    cell: ({ expiresAt }) => <Expiry at={expiresAt} />,
    width: "130px",
  },
  {
    key: "usedAt",
    title: "Last used",
    cell: ({ usedAt }) => (usedAt === undefined ? "Never" : <Moment seconds={usedAt} />),
    width: "130px",
  },
  {
    key: "createdAt",
    title: "Created",
    cell: ({ createdAt, userName }) => (
      <span title={`By ${userName}`}>
        <Moment seconds={createdAt} />
      </span>
    ),
    width: "130px",
    wideOnly: true,
  },
];

/** Returns the scope in one line: "Read and write in photos, videos (prefix 2026/)". */
export const scopeOf = ({
  permissions,
  buckets,
  prefixes,
}: Pick<AccessKey, "permissions" | "buckets" | "prefixes">): string => {
  const verbs = permissions.length === 3 ? "everything" : permissions.join(" and ");
  const where = buckets.length === 0 ? "all buckets" : buckets.join(", ");
  const limits =
    prefixes.length === 0 ? "" : ` (${prefixes.length === 1 ? "prefix" : "prefixes"} ${prefixes.join(", ")})`;
  return `${verbs[0]!.toUpperCase()}${verbs.slice(1)} in ${where}${limits}`;
};

const Expiry = ({ at }: { readonly at: number | undefined }) => {
  if (at === undefined) return "Never";
  return isPast(at) ? <StatusTag state="expired" label="Expired" /> : <Moment seconds={at} />;
};

const isPast = (seconds: number): boolean => seconds * 1000 <= Date.now();
