/** Texts of the operation log. */
import type { operationLog } from "../../../../resources/account/operation-log/operation-log.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { shortenAddress } from "../../lib/format/shorten.ts";

export type Operation = Row<typeof operationLog>;

/** Returns the user's name or address, or the origin of the request. */
export const nameOf = (row: Pick<Operation, "userName" | "address" | "via">): string => {
  if (row.userName === "") return row.via === "HOOK" ? "Deploy hook" : "External Git host";
  return row.userName.startsWith("0x") && row.address ? shownAddress(row) : row.userName;
};

export const shownAddress = ({ address }: Pick<Operation, "address">): string => shortenAddress(address);

/** Maps "rootDirectory" to "Root directory". */
export const labelOf = (key: string): string => {
  const words = key
    .replace(/Id$/, " ID")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/^id$/, "ID");
  return (
    words.charAt(0).toUpperCase() +
    words.slice(1).replaceAll(/ ([A-Z])(?=[a-z])/g, (_, letter: string) => ` ${letter.toLowerCase()}`)
  );
};

/** Formats a value as text: lists with commas, nested values line by line. */
export const valueOf = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.length > 0 ? value.map(valueOf).join(", ") : "None";
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([key, inner]) => `${labelOf(key)}: ${valueOf(inner)}`)
      .join("\n");
  return String(value);
};
