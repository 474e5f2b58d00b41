/** How an entry of the operation log reads. */
import { operationActions } from "../../../../resources/account/operation-actions.ts";
import { shortenAddress } from "../../lib/format/shorten.ts";
import type { Operation } from "./columns.tsx";

/** "HOSTING_ADD_DOMAIN" → "Added a domain"; a code that the product knows no more stays as it is. */
export const sentenceOf = (action: string): string =>
  (operationActions as Readonly<Record<string, string>>)[action] ?? action;

/** Who did it: a name where the person has chosen one, else the address, else what asked for it. */
export const nameOf = (row: Pick<Operation, "userName" | "address" | "via">): string => {
  if (row.userName === "") return row.via === "HOOK" ? "Whoever knows the hook" : "Another Git host";
  return row.userName.startsWith("0x") && row.address ? shownAddress(row) : row.userName;
};

export const shownAddress = ({ address }: Pick<Operation, "address">): string => shortenAddress(address);

/** "rootDirectory" → "Root directory". */
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

/** A kept value as text: lists by commas, nested ones line by line. */
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
