import type { ReactNode } from "react";
import { useParams } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { landing } from "../../../../resources/pages.ts";
import { publicRollup, type PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { usePageTitle } from "../../framework/page-title.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AddToWallet } from "./add-to-wallet.tsx";
import styles from "./rollup-frame.module.css";
import { RollupFrame } from "./rollup-frame.tsx";

interface RollupPageProps {
  /** Page title, for example "Block 12". */
  readonly title: string;
  readonly hasBanner?: boolean;
  readonly children: (rollup: PublicRollup) => ReactNode;
}

/** A rollup may end while its explorer is open. */
const pollMs = 60_000;

/** A public page of the rollup in the URL, with its loading and error states. */
export const RollupPage = ({ title, hasBanner = false, children }: RollupPageProps) => {
  const { chainId = "" } = useParams();
  const { data: rollup, error, reload } = useCall(publicRollup, { params: { chainId }, pollMs });
  const isMissing = isUnknown(error);
  usePageTitle(rollup && !isMissing ? `${title} - ${rollup.name}` : undefined);
  if (rollup && !isMissing) {
    return (
      <RollupFrame rollup={rollup} hasBanner={hasBanner} side={<AddToWallet rollup={rollup} size="small" />}>
        {children(rollup)}
      </RollupFrame>
    );
  }
  return (
    <main className={styles.bare}>
      {!error && (
        <div role="status" aria-label="Loading the rollup" style={{ width: 280 }}>
          <Skeleton />
        </div>
      )}
      {isMissing && (
        <ErrorState
          isPage
          title="Rollup not found"
          message={`No running rollup has chain ID ${chainId}. Check the URL.`}
          action={<LinkButton to={pageHref(landing)}>About Freehold</LinkButton>}
        />
      )}
      {error && !isMissing && <ErrorState isPage message="Can't reach the server." onRetry={reload} />}
    </main>
  );
};

/** Returns whether no rollup has that chain ID, or it has ended. */
const isUnknown = (error: Error | undefined): boolean => {
  const { statusCode } = (error ?? {}) as { readonly statusCode?: number };
  return statusCode === 404 || statusCode === 422;
};
