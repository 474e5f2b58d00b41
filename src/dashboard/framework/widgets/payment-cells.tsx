import type { ReactNode } from "react";
import { shortenHash } from "../../lib/format/shorten.ts";
import { textOf } from "../../lib/text-of.ts";
import { CopyText } from "../../ui/copy-text.tsx";
import type { ListLayout } from "../pages/record-list.tsx";

/** Of lists of payments on chains. */
export const paymentCells: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => ReactNode>> = {
  land: ({ land }) => `${textOf(land)} LAND`,
  txHash: ({ txHash }) => <CopyText label="Transaction" text={textOf(txHash)} shown={shortenHash(textOf(txHash))} />,
};

export const paymentLayout: ListLayout = {
  network: { width: "150px" },
  paid: { width: "110px", wideOnly: true },
  status: { width: "120px" },
  team: { width: "140px", wideOnly: true },
  txHash: { width: "170px", wideOnly: true },
  createdAt: { width: "155px", wideOnly: true },
};
