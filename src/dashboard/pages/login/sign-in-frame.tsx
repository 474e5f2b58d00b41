import type { ReactNode } from "react";
import { Link } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { landing } from "../../../../resources/pages.ts";
import { contentIdOf } from "../../lib/content-id.ts";
import { TitlePlanView } from "../landing/title-plan-view.tsx";
import { Mark } from "../public-frame/mark.tsx";
import styles from "./sign-in-frame.module.css";

interface SignInFrameProps {
  readonly title: string;
  readonly text: string;
  /** The person's address, once the wallet has given it: the plan beside the form is drawn from it. */
  readonly address: string | undefined;
  readonly children: ReactNode;
}

/** The bare page on which people sign in, with the plot that their address draws. */
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
      <p className={styles.small}>Your wallet is your account. There is no password, and nothing to remember here.</p>
    </main>
    <figure className={styles.plan} aria-hidden="true">
      <TitlePlanView digest={contentIdOf(address ?? "freehold").digest} label="" />
      <figcaption>{address ? `The plot of ${address}` : "Your address draws your plot."}</figcaption>
    </figure>
  </div>
);
