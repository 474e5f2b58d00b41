import { shortenHash } from "../../lib/format/shorten.ts";
import { CopyText } from "../../ui/panels/copy-text.tsx";

/** Cells of lists of on-chain payments. */
export const paymentCells = {
  land: ({ land }: { readonly land?: string | undefined }) => (land === undefined ? "–" : `${land} LAND`),
  txHash: ({ txHash }: { readonly txHash: string }) => (
    <CopyText label="Transaction" text={txHash} shown={shortenHash(txHash)} />
  ),
};
