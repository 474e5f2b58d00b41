import { lazy, Suspense } from "react";
import { showActivation } from "../../flows/activation/show-activation.tsx";
import { formatDay } from "../../lib/format/date.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatAmount, nameOfResource, offeredItems, type TeamUsage } from "./usage-tiles.ts";

interface TrialBannerProps {
  readonly usage: TeamUsage;
  /** The user's own team. Activation shows only there. */
  readonly own: boolean;
  /** Called after activation. */
  readonly onChanged: () => void;
}

/** Contents and end date of the trial. */
const TrialBanner = ({ usage, own, onChanged }: TrialBannerProps) => (
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
    Includes {listed(usage)}. Activate your account or make a deposit, and your allowance resets monthly.
  </Banner>
);

/** Formats "1 GB IPFS storage, 50 min build time and 1 GB traffic". */
const listed = (usage: TeamUsage): string => {
  const parts = offeredItems(usage)
    .filter(({ allowed }) => allowed > 0)
    .map(
      ({ resourceType, allowed }) =>
        `${formatAmount(resourceType, allowed)} of ${inSentence(nameOfResource(resourceType))}`,
    );
  return new Intl.ListFormat("en", { style: "long" }).format(parts);
};

/** Keeps proper names, lowercases other words. */
const inSentence = (name: string): string =>
  /^[A-Z][a-z]/.test(name) && !name.startsWith("Arweave") ? name.toLowerCase() : name;

interface FirstDepositBannerProps {
  readonly onClaim: () => void;
}

/** For activated users without a deposit. */
const FirstDepositBanner = ({ onClaim }: FirstDepositBannerProps) => (
  <Banner
    icon="gift"
    title="Get more with your first deposit"
    action={
      <Button size="small" onClick={onClaim}>
        Claim LAND
      </Button>
    }
  >
    Deposit at least $1 to get the standard package, dedicated gateways and points.
  </Banner>
);

const ActivationBanner = lazy(() =>
  import("./activation-banner.tsx").then((module) => ({ default: module.ActivationBanner })),
);

interface TipsProps {
  readonly usage: TeamUsage;
  /** The user's own team. Activation and deposit offers show only there. */
  readonly own: boolean;
  readonly onChanged: () => void;
  readonly onClaim: () => void;
}

/** Tips for users without activation or a deposit. */
export const Tips = ({ usage, own, onChanged, onClaim }: TipsProps) => {
  if (usage.package === "TRIAL") return <TrialBanner usage={usage} own={own} onChanged={onChanged} />;
  if (!own) return null;
  if (usage.package === "FREE") return <FirstDepositBanner onClaim={onClaim} />;
  return (
    <Suspense>
      <ActivationBanner />
    </Suspense>
  );
};
