/** Side effects of a claim; implemented for browsers in browser-effects.ts. */
import type { StarOrder, ToncoinOrder } from "../../../../../resources/billing/mini-calls.ts";
import type { MiniAsset, MiniOrderStatus } from "../../../../../resources/billing/mini-limits.ts";

export type { MiniAsset } from "../../../../../resources/billing/mini-limits.ts";

/** Invoice status reported by the messaging app once it is closed. */
export type InvoiceStatus = "paid" | "cancelled" | "failed" | "pending";

export interface MiniClaimEffects {
  /** Lets the user choose a wallet, unless one is connected; resolves to whether one is. */
  connect(): Promise<boolean>;
  order(asset: MiniAsset, land: bigint): Promise<ToncoinOrder | StarOrder>;
  /** Resolves once the wallet has sent it. */
  pay(order: ToncoinOrder): Promise<void>;
  openInvoice(link: string): Promise<InvoiceStatus>;
  statusOf(orderId: string): Promise<MiniOrderStatus>;
  /** Waits between two requests. */
  pause(): Promise<void>;
  /** The messaging app reports a paid invoice; the server credits it when the bot is notified. */
  submitted(): void;
  /** The server has seen a payment in Toncoin. */
  credited(): void;
  /** Error message for the user. */
  problemOf(error: unknown): string;
}
