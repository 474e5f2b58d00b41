import { pins } from "../../../../resources/bucket/pins.ts";
import { cell, Moment } from "../../framework/widgets/cell.tsx";
import { shortenHash } from "../../lib/format/shorten.ts";
import { CopyText } from "../../ui/copy-text.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import type { Pin } from "./list.tsx";
import styles from "./pins.module.css";

const { fields } = pins;

export const pinColumns: readonly Column<Pin>[] = [
  {
    key: "name",
    title: "Name",
    cell: ({ name }) =>
      name === undefined ? <span className="fh-muted">No name</span> : <span title={name}>{name}</span>,
    width: "22%",
  },
  {
    key: "cid",
    title: "CID",
    cell: ({ cid }) => <CopyText text={cid} shown={shortenHash(cid)} label="CID" />,
    width: "220px",
  },
  { key: "status", title: "Status", cell: (pin) => <Status pin={pin} /> },
  {
    key: "sizeBytes",
    title: "Size",
    cell: ({ sizeBytes }) => cell(fields.sizeBytes, sizeBytes),
    width: "100px",
    align: "end",
  },
  {
    key: "createdAt",
    title: "Added",
    cell: ({ createdAt }) => <Moment seconds={createdAt} />,
    width: "164px",
    wideOnly: true,
  },
];

/** Status, with the reason for waiting or failing below. */
const Status = ({ pin: { status, details } }: { pin: Pin }) => (
  <span className={styles.status}>
    {cell(fields.status, status)}
    {details !== "" && (
      <small className={styles.details} title={details}>
        {details}
      </small>
    )}
  </span>
);
