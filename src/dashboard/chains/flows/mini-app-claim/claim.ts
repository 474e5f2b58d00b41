/** Claims LAND in the messaging app (spec §4): one attempt at a time, from the amount to the confirmed payment. */
import type { MiniOrderStatus } from "../../../../../resources/billing/mini-limits.ts";
import type { StarOrder, ToncoinOrder } from "../../../../../resources/billing/mini-calls.ts";
import { createStore } from "../../../lib/store.ts";
import type { InvoiceStatus, MiniAsset, MiniClaimEffects } from "./effects.ts";

export type MiniStep =
  | { readonly name: "choosing"; readonly note?: string }
  | { readonly name: "ordering" }
  /** The user chooses a wallet, unless one is connected. */
  | { readonly name: "connecting" }
  | { readonly name: "signing"; readonly order: ToncoinOrder }
  /** The wallet has sent it; not on-chain yet. */
  | { readonly name: "waiting"; readonly order: ToncoinOrder }
  | { readonly name: "invoice"; readonly order: StarOrder }
  | { readonly name: "credited"; readonly land: string }
  | { readonly name: "failed"; readonly problem: string };

export interface MiniClaim {
  get(): MiniStep;
  subscribe(listener: () => void): () => void;
  /** `land` ×1e18. */
  start(asset: MiniAsset, land: bigint): void;
  /** Leaves a message, an error or a credit. */
  again(): void;
  close(): void;
}

const outcomes: Readonly<Record<Exclude<InvoiceStatus, "paid">, string>> = {
  cancelled: "Invoice closed. You were not charged.",
  failed: "Payment failed. You were not charged. Try again.",
  pending: "Payment pending. LAND is credited once it is confirmed.",
};
const ended: readonly MiniOrderStatus[] = ["PAID", "LATE"];

export const createMiniClaim = (effects: MiniClaimEffects): MiniClaim => {
  const store = createStore<MiniStep>({ name: "choosing" });
  let attempt = 0;

  const run = async (asset: MiniAsset, land: bigint): Promise<void> => {
    const own = (attempt += 1);
    const isCurrent = (): boolean => own === attempt;
    const step = (next: MiniStep): void => {
      if (isCurrent()) store.set(next);
    };
    try {
      await (asset === "TON" ? payToncoin(land, step, isCurrent) : payStars(land, step, isCurrent));
    } catch (error) {
      step({ name: "failed", problem: effects.problemOf(error) });
    }
  };

  const payToncoin = async (land: bigint, step: (next: MiniStep) => void, isCurrent: () => boolean): Promise<void> => {
    step({ name: "connecting" });
    if (!(await effects.connect())) return step({ name: "choosing" });
    // Orders only now, because an order must be paid within a minute.
    step({ name: "ordering" });
    const order = await effects.order("TON", land);
    if (!isCurrent() || order.asset !== "TON") return;
    step({ name: "signing", order });
    await effects.pay(order);
    step({ name: "waiting", order });
    while (isCurrent()) {
      if (ended.includes(await effects.statusOf(order.orderId))) {
        effects.credited();
        return step({ name: "credited", land: order.land });
      }
      await effects.pause();
    }
  };

  const payStars = async (land: bigint, step: (next: MiniStep) => void, isCurrent: () => boolean): Promise<void> => {
    step({ name: "ordering" });
    const order = await effects.order("STAR", land);
    if (!isCurrent() || order.asset !== "STAR") return;
    step({ name: "invoice", order });
    const status = await effects.openInvoice(order.invoiceLink);
    if (!isCurrent()) return;
    if (status === "paid") return effects.submitted();
    step({ name: "choosing", note: outcomes[status] });
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    start: (asset, land) => void run(asset, land),
    again: () => store.set({ name: "choosing" }),
    close: () => {
      attempt += 1;
    },
  };
};
