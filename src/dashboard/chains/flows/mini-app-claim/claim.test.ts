import { describe, expect, it, vi } from "vitest";
import type { StarOrder, ToncoinOrder } from "../../../../../resources/billing/mini-calls.ts";
import type { MiniOrderStatus } from "../../../../../resources/billing/mini-limits.ts";
import { createMiniClaim } from "./claim.ts";
import type { InvoiceStatus, MiniClaimEffects } from "./effects.ts";

const toncoin: ToncoinOrder = {
  asset: "TON",
  orderId: "o",
  land: "5",
  validUntil: 60,
  destination: "UQ",
  amountNano: "7",
  comment: "land:o",
  network: "-3",
};
const stars: StarOrder = { asset: "STAR", orderId: "o", land: "5", validUntil: 60, stars: 3, invoiceLink: "link" };

const claimWith = (overrides: Partial<MiniClaimEffects> = {}) => {
  const shown: string[] = [];
  const statuses: MiniOrderStatus[] = ["WAITING", "PAID"];
  const effects: MiniClaimEffects = {
    connect: async () => true,
    order: async (asset) => (asset === "TON" ? toncoin : stars),
    pay: async () => void shown.push("pays"),
    openInvoice: async () => "paid",
    statusOf: async () => statuses.shift() ?? "PAID",
    pause: async () => undefined,
    submitted: () => void shown.push("submitted"),
    credited: () => void shown.push("credited"),
    problemOf: (error) => (error as Error).message,
    ...overrides,
  };
  const claim = createMiniClaim(effects);
  const seen: string[] = [];
  claim.subscribe(() => seen.push(claim.get().name));
  return { claim, told: shown, seen, ends: (name: string) => vi.waitFor(() => expect(claim.get().name).toBe(name)) };
};

describe("Toncoin (default): connect the wallet if needed, then send a transaction valid for 60 seconds.", () => {
  it("creates an order only once a wallet is connected, and ends with the confirmed payment", async () => {
    const { claim, told, seen, ends } = claimWith();
    claim.start("TON", 5n);
    await ends("credited");
    expect(seen).toEqual(["connecting", "ordering", "signing", "waiting", "credited"]);
    expect(told).toEqual(["pays", "credited"]);
  });

  it("returns to the form when no wallet is chosen, and shows why a wallet did not pay", async () => {
    const none = claimWith({ connect: async () => false });
    none.claim.start("TON", 5n);
    await none.ends("choosing");
    const declined = claimWith({ pay: () => Promise.reject(new Error("Declined.")) });
    declined.claim.start("TON", 5n);
    await declined.ends("failed");
    expect(declined.claim.get()).toEqual({ name: "failed", problem: "Declined." });
  });

  it("stops polling once the dialog is closed", async () => {
    let polls = 0;
    const { claim, told, ends } = claimWith({
      statusOf: async () => {
        polls += 1;
        if (polls === 2) claim.close();
        return "WAITING";
      },
    });
    claim.start("TON", 5n);
    await ends("waiting");
    await vi.waitFor(() => expect(polls).toBe(2));
    expect(told).toEqual(["pays"]);
  });
});

describe("Star: an invoice is created and opened", () => {
  const outcome = async (status: InvoiceStatus) => {
    const { claim, told, ends, seen } = claimWith({ openInvoice: async () => status });
    claim.start("STAR", 5n);
    await vi.waitFor(() => expect(seen).toContain("invoice"));
    if (status === "paid") await vi.waitFor(() => expect(told).toEqual(["submitted"]));
    else await ends("choosing");
    return claim.get();
  };

  it("When the status is paid, the toast 'Submission successful. Claiming in progress!' shows and the dialog closes.", async () => {
    await outcome("paid");
  });

  it("shows the outcome of every other status", async () => {
    for (const status of ["cancelled", "failed", "pending"] as const)
      expect(await outcome(status)).toMatchObject({ name: "choosing", note: expect.any(String) as string });
  });
});
