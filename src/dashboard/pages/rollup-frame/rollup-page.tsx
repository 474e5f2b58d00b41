import { useParams } from "react-router";
import type { ReactNode } from "react";
import { pageHref } from "../../../../resources/href.ts";
import { landing } from "../../../../resources/pages.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { useRollup } from "../../flows/explorer/use-rollup.ts";
import { usePageTitle } from "../../framework/page-title.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AddToWallet } from "./add-to-wallet.tsx";
import { RollupFrame } from "./rollup-frame.tsx";
import styles from "./rollup-frame.module.css";

interface RollupPageProps {
  /** Page title, for example "Block 12". */
  readonly title: string;
  readonly hasBanner?: boolean;
  readonly children: (rollup: PublicRollup) => ReactNode;
}

/** A public page of the rollup in the URL, with its loading and error states. */
export const RollupPage = ({ title, hasBanner = false, children }: RollupPageProps) => {
  const { chainId = "" } = useParams();
  const state = useRollup(chainId);
  usePageTitle(state.name === "ready" ? `${title} - ${state.rollup.name}` : undefined);
  if (state.name === "ready") {
    const { rollup } = state;
    return (
      <RollupFrame rollup={rollup} hasBanner={hasBanner} side={<AddToWallet rollup={rollup} />}>
        {children(rollup)}
      </RollupFrame>
    );
  }
  return (
    <main className={styles.bare}>
      {state.name === "loading" && (
        <div role="status" aria-label="Loading the rollup" style={{ width: 280 }}>
          <Skeleton />
        </div>
      )}
      {state.name === "missing" && (
        <ErrorState
          isPage
          title="Rollup not found"
          message={`No running rollup has chain ID ${chainId}. Check the URL.`}
          action={<LinkButton to={pageHref(landing)}>About Freehold</LinkButton>}
        />
      )}
      {state.name === "failed" && <ErrorState isPage message="Can't reach the server." onRetry={state.retry} />}
    </main>
  );
};
