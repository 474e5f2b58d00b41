import { present } from "../present.ts";
import { pins } from "../../../../resources/bucket/pins.ts";
import type { PinRow } from "./rows.ts";
import { messages } from "./messages.ts";

/** Converts a pin to the dashboard's format. */
export const presentPin = (row: PinRow) => present(pins.schema, row, { details: detailsOf(row) });

/** Converts a pin to a PinStatus of the IPFS Pinning Service API. */
export const pinStatusOf = (row: PinRow, delegates: readonly string[]) => ({
  requestid: row.id,
  status: row.status,
  created: row.created_at.toISOString(),
  pin: {
    cid: row.cid,
    ...(row.name !== null && { name: row.name }),
    origins: row.origins,
    meta: row.meta,
  },
  delegates,
  info: infoOf(row),
});

const infoOf = (row: PinRow): Record<string, string> => {
  const details = detailsOf(row);
  return {
    ...(details !== "" && { status_details: details }),
    ...(row.size_bytes !== null && { raw_size: row.size_bytes.toString() }),
  };
};

const detailsOf = ({ status, details }: PinRow): string =>
  status === "queued" && details === "" ? messages.waiting : details;
