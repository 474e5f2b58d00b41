import { Link } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { apiReference, docsHome, landing, login, overview } from "../../../../resources/pages.ts";
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
  const action = (
    <Link className={styles.action} to={pageHref(signedIn ? overview : login)}>
      {signedIn ? "Open dashboard" : "Sign in with your wallet"}
    </Link>
  );
  return (
    <div className={styles.page}>
      <div className={styles.inner}>
        <Top signedIn={signedIn} />
        <main>
          <Hero
            action={action}
            docs={
              <Link className={styles.quiet} to={pageHref(docsHome)}>
                Read how it works
              </Link>
            }
          />
          {numbers && <Numbers numbers={numbers === "counting" ? undefined : numbers} />}
          <WalkThrough />
          <Deed action={action} signedIn={signedIn} />
        </main>
        <footer className={styles.foot}>
          <p>Freehold. A web3 cloud you stand up with one command.</p>
          <QuietLinks />
        </footer>
      </div>
    </div>
  );
};

const Top = ({ signedIn }: { readonly signedIn: boolean }) => (
  <header className={styles.top}>
    <Link className={styles.brand} to={pageHref(landing)}>
      <Mark />
      Freehold
    </Link>
    <QuietLinks />
    <Link className={styles.quiet} to={pageHref(signedIn ? overview : login)}>
      {signedIn ? "Dashboard" : "Sign in"}
    </Link>
  </header>
);

const QuietLinks = () => (
  <>
    <Link className={styles.quiet} to={pageHref(docsHome)}>
      Docs
    </Link>
    <Link className={styles.quiet} to={pageHref(apiReference)}>
      API
    </Link>
  </>
);

/** A plan of three plots, one of them held. */
const Mark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M1 1h12.6L10.4 23H1z" fill="var(--fh-accent)" />
    <path d="M15.8 1H23v9.2l-8.5-1.3z" fill="none" stroke="currentColor" strokeWidth="1.6" />
    <path d="M14.1 11.3 23 12.7V23h-10.6z" fill="none" stroke="currentColor" strokeWidth="1.6" />
  </svg>
);
