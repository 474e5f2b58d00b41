import { Link } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { docsHome, overview } from "../../../../resources/pages.ts";
import { ConnectLink } from "../../flows/session/connect-link.tsx";
import { PublicFrame } from "../public-frame/public-frame.tsx";
import { Deed } from "./deed.tsx";
import { Hero } from "./hero.tsx";
import styles from "./landing.module.css";
import { Numbers, type CloudNumbers } from "./numbers.tsx";
import { WalkThrough } from "./walk-through.tsx";

interface LandingProps {
  readonly signedIn: boolean;
  /** "counting" until they arrive; undefined when they cannot be had, and then the page does without. */
  readonly numbers: CloudNumbers | "counting" | undefined;
}

/** What Freehold is, this cloud's numbers and one thing to do. */
export const Landing = ({ signedIn, numbers }: LandingProps) => {
  const action = signedIn ? (
    <Link className={styles.action} to={pageHref(overview)}>
      Open dashboard
    </Link>
  ) : (
    <ConnectLink className={styles.action}>Sign in with your wallet</ConnectLink>
  );
  const docs = (
    <Link className={styles.more} to={pageHref(docsHome)}>
      Read how it works
    </Link>
  );
  return (
    <PublicFrame signedIn={signedIn}>
      <Hero action={action} docs={docs} />
      {numbers && <Numbers numbers={numbers === "counting" ? undefined : numbers} />}
      <WalkThrough />
      <Deed action={action} signedIn={signedIn} />
    </PublicFrame>
  );
};
