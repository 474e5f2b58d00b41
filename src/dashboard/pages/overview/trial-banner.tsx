import { formatDay } from "../../lib/format/date.ts";
import { showActivation } from "../../flows/activation/show-activation.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatAmount, nameOfResource, offeredItems, type TeamUsage } from "./usage-tiles.ts";

interface TrialBannerProps {
  readonly usage: TeamUsage;
  /** Whether it is the person's own team: nobody activates another one's account. */
  readonly own: boolean;
  /** The account may be activated now. */
  readonly onChanged: () => void;
}

/** What the trial includes and how long it lasts. */
export const TrialBanner = ({ usage, own, onChanged }: TrialBannerProps) => (
  <Banner
    icon="info"
    title={usage.endsAt === undefined ? "Trial" : `Trial until ${formatDay(usage.endsAt)}`}
    action={
      own && (
        <Button size="small" onClick={() => void showActivation().then(onChanged)}>
          Activate now
        </Button>
      )
    }
  >
    It includes {listed(usage)}. Activate your account, or make a first deposit, and packages begin anew each month.
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
