import { shortenHash } from "../../lib/format/shorten.ts";
import { CopyText } from "../../ui/panels/copy-text.tsx";

/** Cells of lists of on-chain payments. */
export const paymentCells = {
  txHash: ({ txHash }: { readonly txHash: string }) => (
    <CopyText label="Transaction" text={txHash} shown={shortenHash(txHash)} />
  ),
};
