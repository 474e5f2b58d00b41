import { lazy, Suspense } from "react";
import { firstDepositOfferSeconds } from "../../../../../resources/billing/deposits.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Skeleton } from "../../../ui/states/skeleton.tsx";

const FirstDepositPanel = lazy(() =>
  import("./first-deposit-panel.tsx").then((module) => ({ default: module.FirstDepositPanel })),
);

/** Benefits of a first deposit. `offeredAt`: Unix seconds. Resolves to whether the user wants to deposit. */
export const showFirstDeposit = async (offeredAt: number): Promise<boolean> => {
  const inTime = Date.now() / 1000 < offeredAt + firstDepositOfferSeconds;
  const next = await dialogs.show<"deposit">({
    title: inTime ? "Limited-time first deposit bonus for LAND!" : "First deposit bonus for LAND!",
    width: 600,
    content: (close) => (
      <Suspense fallback={<Skeleton lines={6} />}>
        <FirstDepositPanel offeredAt={offeredAt} onClose={close} />
      </Suspense>
    ),
  });
  return next === "deposit";
};
