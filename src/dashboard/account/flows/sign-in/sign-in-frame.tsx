import type { ReactNode } from "react";
import { Link } from "react-router";
import { pageHref } from "../../../../../resources/declare/href.ts";
import { landing } from "../../../../../resources/pages.ts";
import { contentIdOf } from "../../../lib/cid/content-id.ts";
import { TitlePlanView } from "./title-plan-view.tsx";
import { Mark } from "../../../framework/public-frame/mark.tsx";
import styles from "./sign-in-frame.module.css";

interface SignInFrameProps {
  readonly title: string;
  readonly text: string;
  /** The user's address, once the wallet shares it; it draws the pattern beside the form. */
  readonly address: string | undefined;
  readonly children: ReactNode;
}

/** The sign-in page, with a pattern drawn from the user's address. */
export const SignInFrame = ({ title, text, address, children }: SignInFrameProps) => (
  <div className={styles.page}>
    <main className={styles.form}>
      <Link className={styles.brand} to={pageHref(landing)}>
        <Mark />
        Freehold
      </Link>
      <div className={styles.box}>
        <h1>{title}</h1>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
      <p className={styles.small}>Your wallet is your account. No password needed.</p>
    </main>
    <figure className={styles.plan} aria-hidden="true">
      <TitlePlanView digest={contentIdOf(address ?? "freehold").digest} label="" />
      <figcaption>{address ? `Pattern of ${address}` : "Drawn from your address."}</figcaption>
    </figure>
  </div>
);
