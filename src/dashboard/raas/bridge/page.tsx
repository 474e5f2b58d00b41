import { lazy, Suspense } from "react";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { Empty } from "../../ui/states/empty.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { RollupPage } from "../rollup-frame/rollup-page.tsx";

/** Loaded separately, because it includes wallet code. */
const BridgeView = lazy(() =>
  import("../flows/bridge/bridge-view.tsx").then((module) => ({ default: module.BridgeView })),
);

/** /bridge/{chainId} */
export const Component = () => (
  <RollupPage title="Bridge" hasBanner>
    {(rollup) => <BridgePage rollup={rollup} />}
  </RollupPage>
);

const BridgePage = ({ rollup }: { readonly rollup: PublicRollup }) => (
  <>
    <PageHeader
      title={`${rollup.name} bridge`}
      text={`Transfer coins between ${rollup.settlement.name} and ${rollup.name}. You trust the rollup's operator: its sequencer pays deposits and its proposer confirms withdrawals.`}
    />
    {rollup.bridgeAddress === null ? (
      <Empty icon="exchange" title="No bridge for this rollup" text="Ask the rollup's operator which bridge to use." />
    ) : (
      <Suspense fallback={<Skeleton lines={12} />}>
        <BridgeView rollup={rollup} />
      </Suspense>
    )}
  </>
);
