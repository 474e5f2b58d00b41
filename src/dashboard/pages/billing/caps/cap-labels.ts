import type { SpendCap } from "../../../../../resources/billing/account-calls.ts";
import { serviceNames, type BilledService } from "../../../../../resources/billing/packages.ts";

const kinds: Readonly<Partial<Record<BilledService, string>>> = {
  HOSTING: "Project",
  BUCKET: "Bucket",
  GATEWAY: "Gateway",
};

/** Returns "Hosting", or the project's name. */
export const titleOf = ({ service, title }: Pick<SpendCap, "service" | "title">): string =>
  title ?? serviceNames[service];

export const kindOf = ({ kind, service }: Pick<SpendCap, "kind" | "service">): string =>
  kind === "SERVICE" ? "Service" : (kinds[service] ?? "Project");

/** Returns the spent share of the cap, 0 to 1. A cap of zero counts as spent. */
export const shareOf = ({ land, spent }: Pick<SpendCap, "land" | "spent">): number => {
  const cap = BigInt(land ?? 0);
  if (cap === 0n) return 1;
  const thousandths = (BigInt(spent) * 1000n) / cap;
  return Math.min(1000, Number(thousandths)) / 1000;
};
