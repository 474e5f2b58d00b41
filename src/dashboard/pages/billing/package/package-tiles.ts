import type { packageList } from "../../../../../resources/billing/account-calls.ts";
import type { Reply } from "../../../../../resources/call-input.ts";
import { meteredResources, type MeteredResource } from "../../../../../resources/limits.ts";
import type { Tile } from "../../../ui/tiles.tsx";
import { formatAmount, iconOfResource, nameOfResource } from "../../overview/usage-tiles.ts";

export type Packages = Reply<typeof packageList>;

/** Returns a tile for each resource with an allowance or usage. */
export const packageTiles = ({ combo, realTimeItems }: Packages): Tile[] =>
  meteredResources.flatMap((resource): Tile[] => {
    const allowed = sizeIn(combo.resourceItems, resource);
    const consumed = sizeIn(combo.consumeItems, resource);
    const used = Math.max(consumed, sizeIn(realTimeItems, resource));
    if (allowed === 0 && used === 0) return [];
    const [value = "", unit] = formatAmount(resource, used).split(" ");
    return [
      {
        title: nameOfResource(resource),
        icon: iconOfResource(resource),
        value,
        ...(unit !== undefined && { unit }),
        ...(allowed > 0 && { share: consumed / allowed }),
        note: noteOf(resource, allowed, used),
      },
    ];
  });

const sizeIn = (items: Packages["realTimeItems"], resource: MeteredResource): number =>
  items.find(({ resourceType }) => resourceType === resource)?.size ?? 0;

const noteOf = (resource: MeteredResource, allowed: number, used: number): string => {
  if (allowed === 0) return "paid in LAND";
  const held = `of ${formatAmount(resource, allowed)}`;
  return used > allowed ? `${held}, the rest paid in LAND` : held;
};
