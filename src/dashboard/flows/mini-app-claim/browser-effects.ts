/** Effects of a claim in the messaging app, with the server and wallets. */
import { createMiniOrder, miniOrder } from "../../../../resources/billing/mini-calls.ts";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { messages } from "../../../../resources/messages.ts";
import { send } from "../../api/client.ts";
import { ApiError, NetworkError } from "../../api/errors.ts";
import { TonRefusal } from "../../chains/ton/refusal.ts";
import { toast } from "../../ui/toast.ts";
import type { InvoiceStatus, MiniClaimEffects } from "./effects.ts";
import { loadTonWallet } from "./ton-wallet.ts";

export interface MiniClaimDeps {
  /** The messaging user's id, by which the wallet is stored. */
  readonly owner: string;
  /** Opens an invoice in the messaging app. */
  readonly openInvoice: (link: string) => Promise<InvoiceStatus>;
  readonly onClose: () => void;
  /** Called when LAND is credited. */
  readonly onCredited: () => void;
}

const askAgainMs = 1000;
/** Uses the user's own team, and no alert: the dialog shows errors. */
const own = { personal: true, silent: true } as const;

export const browserEffects = ({ owner, openInvoice, onClose, onCredited }: MiniClaimDeps): MiniClaimEffects => ({
  connect: async () => (await loadTonWallet(owner)).connect(),
  order: (asset, land) => send(createMiniOrder, { ...own, body: { asset, land: land.toString() } }),
  pay: async ({ destination, amountNano, comment, validUntil, network }) =>
    (await loadTonWallet(owner)).pay({ destination, nano: amountNano, comment, validUntil, network }),
  openInvoice,
  statusOf: async (id) => {
    try {
      return (await send(miniOrder, { ...own, params: { id } })).status;
    } catch (error) {
      // The payment does not depend on this response: it is polled again.
      if (error instanceof NetworkError) return "WAITING";
      throw error;
    }
  },
  pause: () => new Promise((resolve) => setTimeout(resolve, askAgainMs)),
  submitted: () => {
    toast(chainMessages.submitted);
    onClose();
  },
  credited: () => {
    toast(chainMessages.landClaimed);
    onCredited();
  },
  problemOf: (error) => {
    if (error instanceof TonRefusal || error instanceof ApiError) return error.message;
    return error instanceof NetworkError ? messages.networkError : chainMessages.transactionFailed;
  },
});
