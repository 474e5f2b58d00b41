/** Who did what the operation log lists. */
import type { operationLog } from "../../../../../resources/account/operation-log/operation-log.ts";
import type { Row } from "../../../../../resources/declare/define.ts";
import { shortenAddress } from "../../../lib/format/shorten.ts";

export type Operation = Row<typeof operationLog>;

/** Returns the user's name or address, or the origin of the request. */
export const nameOf = (row: Pick<Operation, "userName" | "address" | "via">): string => {
  if (row.userName === "") return row.via === "HOOK" ? "Deploy hook" : "External Git host";
  return row.userName.startsWith("0x") && row.address ? shownAddress(row) : row.userName;
};

export const shownAddress = ({ address }: Pick<Operation, "address">): string => shortenAddress(address);
