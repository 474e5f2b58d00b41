import type { ReactNode } from "react";
import { Link } from "react-router";
import { pageHref } from "../../../../resources/declare/href.ts";
import { apiReference, docsHome, landing, login, overview } from "../../../../resources/pages.ts";
import { Mark } from "./mark.tsx";
import styles from "./public-frame.module.css";

interface PublicFrameProps {
  readonly signedIn: boolean;
  readonly children: ReactNode;
}

/** Header and footer of public pages. */
export const PublicFrame = ({ signedIn, children }: PublicFrameProps) => (
  <div className={styles.page}>
    <header className={styles.top}>
      <Link className={styles.brand} to={pageHref(landing)}>
        <Mark />
        Freehold
      </Link>
      <nav className={styles.links} aria-label="Freehold">
        <QuietLinks />
        <Link className={styles.quiet} to={pageHref(signedIn ? overview : login)}>
          {signedIn ? "Dashboard" : "Sign in"}
        </Link>
      </nav>
    </header>
    <main>{children}</main>
    <footer className={styles.foot}>
      <p>Freehold. Self-hosted web3 cloud.</p>
      <QuietLinks />
    </footer>
  </div>
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
