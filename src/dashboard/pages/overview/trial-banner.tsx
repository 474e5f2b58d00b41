import { formatDay } from "../../lib/format/date.ts";
import { Banner } from "../../ui/banner.tsx";
import { formatAmount, nameOfResource, offeredItems, type TeamUsage } from "./usage-tiles.ts";

/** What the trial includes and how long it lasts. */
export const TrialBanner = ({ usage }: { readonly usage: TeamUsage }) => (
  <Banner icon="info" title={usage.endsAt === undefined ? "Trial" : `Trial until ${formatDay(usage.endsAt)}`}>
    It includes {listed(usage)}.
  </Banner>
);

/** "1 GB IPFS storage, 50 min build time and 1 GB traffic" */
const listed = (usage: TeamUsage): string => {
  const parts = offeredItems(usage)
    .filter(({ allowed }) => allowed > 0)
    .map(
      ({ resourceType, allowed }) =>
        `${formatAmount(resourceType, allowed)} of ${inSentence(nameOfResource(resourceType))}`,
    );
  return new Intl.ListFormat("en", { style: "long" }).format(parts);
};

/** Names stay as they are, words begin small. */
const inSentence = (name: string): string =>
  /^[A-Z][a-z]/.test(name) && !name.startsWith("Arweave") ? name.toLowerCase() : name;
