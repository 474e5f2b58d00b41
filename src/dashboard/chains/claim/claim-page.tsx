import { lazy, Suspense } from "react";
import { useNavigate } from "react-router";
import { pageHref } from "../../../../resources/declare/href.ts";
import { overview } from "../../../../resources/pages.ts";
import { showConnectWallet } from "../../account/flows/session/show-connect-wallet.tsx";
import { useSignedIn } from "../../account/flows/signed-in/use-signed-in.ts";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { PublicFrame } from "../../framework/public-frame/public-frame.tsx";
import styles from "./claim-page.module.css";

/** Loaded separately, so that the text renders first. */
const ClaimLand = lazy(() =>
  import("../flows/claim-land/claim-land.tsx").then((module) => ({ default: module.ClaimLand })),
);

interface ClaimPageProps {
  /** Location of the claim, for the report. */
  readonly source: string;
  readonly title: string;
  readonly lead: string;
  readonly points: readonly string[];
}

/** Public page to claim LAND: visitors choose an amount, then sign in to pay. */
export const ClaimPage = ({ source, title, lead, points }: ClaimPageProps) => {
  const navigate = useNavigate();
  return (
    <PublicFrame signedIn={useSignedIn()}>
      <div className={styles.page}>
        <header>
          <h1>{title}</h1>
          <p>{lead}</p>
          <ul>
            {points.map((point) => (
              <li key={point}>
                <Icon name="check" size={16} />
                {point}
              </li>
            ))}
          </ul>
        </header>
        <section className={styles.box} aria-label="Claim LAND">
          <Suspense fallback={<Skeleton lines={12} />}>
            <ClaimLand source={source} signIn={showConnectWallet} onClose={() => void navigate(pageHref(overview))} />
          </Suspense>
        </section>
      </div>
    </PublicFrame>
  );
};
