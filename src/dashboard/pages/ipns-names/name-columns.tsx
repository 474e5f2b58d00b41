import type { IpnsName } from "../../../../resources/gateway/ipns-calls.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { shortenHash } from "../../lib/format/shorten.ts";
import { CopyText } from "../../ui/copy-text.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import styles from "./ipns-names.module.css";

export const nameColumns = (): readonly Column<IpnsName>[] => [
  { key: "name", title: "Name", cell: ({ name }) => <span title={name}>{name}</span>, width: "18%" },
  {
    key: "key",
    title: "Key",
    cell: ({ key }) => <CopyText text={key} shown={shortenHash(key)} label="key" />,
    width: "220px",
  },
  {
    key: "value",
    title: "Target",
    cell: ({ value }) => (
      <span className={`fh-mono ${styles.value}`} title={value}>
        {shownValue(value)}
      </span>
    ),
  },
  {
    key: "expiresAt",
    title: "Valid until",
    cell: ({ expiresAt, lifetime }) => (
      <span
        title={`Each record is valid for ${lifetime === 1 ? "a day" : `${lifetime} days`}, and renewed halfway through.`}
      >
        <Moment seconds={expiresAt} />
      </span>
    ),
    width: "130px",
  },
  {
    key: "createdAt",
    title: "Created",
    cell: ({ createdAt }) => <Moment seconds={createdAt} />,
    width: "164px",
    wideOnly: true,
  },
];

/** Shortens the CID in a path. */
const shownValue = (value: string): string => {
  const [, space = "", root = "", ...path] = value.split("/");
  return ["", space, shortenHash(root), ...path].join("/");
};
