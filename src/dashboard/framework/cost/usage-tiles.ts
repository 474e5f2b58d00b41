import type { teamUsage } from "../../../../resources/operator/overview.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { meteredResources, type MeteredResource } from "../../../../resources/limits.ts";
import { formatBytes } from "../../lib/format/bytes.ts";
import { formatCount } from "../../lib/format/count.ts";
import { formatMinutes } from "../../lib/format/duration.ts";
import type { IconName } from "../../ui/icons.ts";
import type { MeterRow } from "../../ui/panels/meters.tsx";
import type { Tile } from "../../ui/panels/tiles.tsx";

export type TeamUsage = Reply<typeof teamUsage>;

interface Metered {
  readonly title: string;
  readonly icon: IconName;
  readonly format: (amount: number) => string;
}

const metered: Readonly<Record<MeteredResource, Metered>> = {
  IPFS_STORAGE: { title: "IPFS storage", icon: "bucket", format: formatBytes },
  AR_STORAGE: { title: "Arweave storage", icon: "archive", format: formatBytes },
  TRAFFIC: { title: "Traffic", icon: "globe", format: formatBytes },
  BUILD_TIME: { title: "Build time", icon: "clock", format: formatMinutes },
  COMPUTE_UNIT: { title: "Compute units", icon: "code", format: formatCount },
  AI_RPC: { title: "AI", icon: "chat", format: formatCount },
};

/** Formats an amount: "1 GB", "50 min". */
export const formatAmount = (resource: MeteredResource, amount: number): string => metered[resource].format(amount);

export const nameOfResource = (resource: MeteredResource): string => metered[resource].title;
export const iconOfResource = (resource: MeteredResource): IconName => metered[resource].icon;

/** The team's allowances and usage. Resources without a screen show once they are used. */
export const offeredItems = ({ items }: TeamUsage): TeamUsage["items"] =>
  items
    .filter(({ resourceType, used, allowed }) => used > 0 || (allowed > 0 && offered.includes(resourceType)))
    .toSorted((a, b) => meteredResources.indexOf(a.resourceType) - meteredResources.indexOf(b.resourceType));

const offered: readonly MeteredResource[] = ["IPFS_STORAGE", "AR_STORAGE", "TRAFFIC", "BUILD_TIME", "COMPUTE_UNIT"];

/** The meters of the overview: usage of each allowance. */
export const usageMeters = (usage: TeamUsage): MeterRow[] =>
  offeredItems(usage).map(({ resourceType, used, allowed, left }) => ({
    title: metered[resourceType].title,
    text: [used, ...(allowed > 0 ? [allowed] : [])].map((amount) => formatAmount(resourceType, amount)).join(" / "),
    ...(allowed > 0 && { share: (allowed - left) / allowed }),
    ...(used > allowed && { note: "Paid from your balance" }),
  }));

/** The meter of the resource of which the largest share is used; undefined without allowances. */
export const fullestMeter = (usage: TeamUsage): MeterRow | undefined =>
  usageMeters(usage)
    .filter(({ share }) => share !== undefined)
    .toSorted((a, b) => b.share! - a.share!)[0];

/** The usage of a resource and the used share of its allowance. */
export const resourceTile = (item: TeamUsage["items"][number]): Tile => {
  const { resourceType, used, allowed, left } = item;
  const [value = "", unit] = formatAmount(resourceType, used).split(" ");
  return {
    title: metered[resourceType].title,
    icon: metered[resourceType].icon,
    value,
    ...(unit !== undefined && { unit }),
    ...(allowed > 0 && { share: (allowed - left) / allowed }),
    note: noteOf(item),
  };
};

const noteOf = ({ resourceType, used, allowed }: TeamUsage["items"][number]): string => {
  if (allowed === 0) return "paid from your balance";
  const held = `of ${formatAmount(resourceType, allowed)}`;
  return used > allowed ? `${held}, the rest paid from your balance` : held;
};
