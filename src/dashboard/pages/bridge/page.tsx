import { lazy, Suspense } from "react";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { RollupPage } from "../rollup-frame/rollup-page.tsx";

/** Beside the page's words, which are read first: it brings wallets. */
const BridgeView = lazy(() =>
  import("../../flows/bridge/bridge-view.tsx").then((module) => ({ default: module.BridgeView })),
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
      title={`Bridge of ${rollup.name}`}
      text={`Transfer coins between ${rollup.settlement.name} and ${rollup.name}. You trust the rollup's operator: its sequencer pays deposits and its proposer confirms withdrawals.`}
    />
    {rollup.bridgeAddress === null ? (
      <Empty
        icon="exchange"
        title="This rollup has no bridge here"
        text="Ask the rollup's operator which bridge to use."
      />
    ) : (
      <Suspense fallback={<Skeleton lines={12} />}>
        <BridgeView rollup={rollup} />
      </Suspense>
    )}
  </>
);
