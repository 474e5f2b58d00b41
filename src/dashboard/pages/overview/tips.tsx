import { lazy, Suspense } from "react";
import { FirstDepositBanner } from "./first-deposit-banner.tsx";
import { TrialBanner } from "./trial-banner.tsx";
import type { TeamUsage } from "./usage-tiles.ts";

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
