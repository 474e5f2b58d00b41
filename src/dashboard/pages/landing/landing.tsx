import { lazy, Suspense } from "react";
import { Link, useSearchParams } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { docsHome, overview } from "../../../../resources/pages.ts";
import { ConnectLink } from "../../flows/session/connect-link.tsx";
import { PublicFrame } from "../public-frame/public-frame.tsx";
import { Deed } from "./deed.tsx";
import { Hero } from "./hero.tsx";
import styles from "./landing.module.css";
import { Numbers, type CloudNumbers } from "./numbers.tsx";
import { WalkThrough } from "./walk-through.tsx";

/** Loaded only for visitors with an invite link. */
const Invitation = lazy(() => import("./invitation.tsx").then((module) => ({ default: module.Invitation })));

interface LandingProps {
  readonly signedIn: boolean;
  /** "counting" while loading; undefined if unavailable, which hides the section. */
  readonly numbers: CloudNumbers | "counting" | undefined;
}

/** Product summary, instance statistics and one call to action. */
export const Landing = ({ signedIn, numbers }: LandingProps) => {
  const code = useSearchParams()[0].get("inviteCode");
  const action = signedIn ? (
    <Link className={styles.action} to={pageHref(overview)}>
      Open dashboard
    </Link>
  ) : (
    <ConnectLink className={styles.action}>Sign in with your wallet</ConnectLink>
  );
  const docs = (
    <Link className={styles.more} to={pageHref(docsHome)}>
      Read the docs
    </Link>
  );
  return (
    <PublicFrame signedIn={signedIn}>
      {code !== null && !signedIn && (
        <Suspense>
          <Invitation code={code} />
        </Suspense>
      )}
      <Hero action={action} docs={docs} />
      {numbers && <Numbers numbers={numbers === "counting" ? undefined : numbers} />}
      <WalkThrough />
      <Deed action={action} signedIn={signedIn} />
    </PublicFrame>
  );
};
