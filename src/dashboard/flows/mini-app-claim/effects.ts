/** What a claim does beside thinking; the browser's way stands in browser-effects.ts. */
import type { StarOrder, ToncoinOrder } from "../../../../resources/billing/mini-calls.ts";
import type { MiniAsset, MiniOrderStatus } from "../../../../resources/billing/mini-limits.ts";

export type { MiniAsset } from "../../../../resources/billing/mini-limits.ts";

/** What the messaging app says of an invoice once it is closed. */
export type InvoiceStatus = "paid" | "cancelled" | "failed" | "pending";

export interface MiniClaimEffects {
  isConnected(): boolean;
  /** Lets the person choose a wallet; resolves to whether one is connected. */
  connect(): Promise<boolean>;
  order(asset: MiniAsset, land: bigint): Promise<ToncoinOrder | StarOrder>;
  /** Resolves once the wallet has sent it. */
  pay(order: ToncoinOrder): Promise<void>;
  openInvoice(link: string): Promise<InvoiceStatus>;
  statusOf(orderId: string): Promise<MiniOrderStatus>;
  /** Between two questions. */
  pause(): Promise<void>;
  /** The messaging app says that an invoice was paid; the cloud credits it when the bot says so. */
  submitted(): void;
  /** The cloud has seen a payment in toncoin. */
  credited(): void;
  /** What people read of an error. */
  problemOf(error: unknown): string;
}
