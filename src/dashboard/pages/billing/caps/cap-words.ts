import type { SpendCap } from "../../../../../resources/billing/account-calls.ts";
import type { BilledService } from "../../../../../resources/billing/packages.ts";

export const serviceNames: Readonly<Record<BilledService, string>> = {
  HOSTING: "Hosting",
  BUCKET: "Buckets",
  GATEWAY: "Gateways",
  RPC: "RPC",
  RAAS: "RaaS",
  AI: "AI",
  STORAGE: "Storage",
};

const kinds: Readonly<Partial<Record<BilledService, string>>> = {
  HOSTING: "Project",
  BUCKET: "Bucket",
  GATEWAY: "Gateway",
};

/** "Hosting", or the project's name. */
export const titleOf = ({ service, title }: Pick<SpendCap, "service" | "title">): string =>
  title ?? serviceNames[service];

export const kindOf = ({ kind, service }: Pick<SpendCap, "kind" | "service">): string =>
  kind === "SERVICE" ? "Service" : (kinds[service] ?? "Project");

/** Of the cap that is spent, 0 to 1; of a cap of nothing all. */
export const shareOf = ({ land, spent }: Pick<SpendCap, "land" | "spent">): number => {
  const cap = BigInt(land ?? 0);
  if (cap === 0n) return 1;
  const thousandths = (BigInt(spent) * 1000n) / cap;
  return Math.min(1000, Number(thousandths)) / 1000;
};
