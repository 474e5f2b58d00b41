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
  /** The pattern and its caption on pages about something else than the user. */
  readonly pattern?: { readonly seed: string; readonly caption: string };
  /** Small print. */
  readonly note?: string;
  readonly children: ReactNode;
}

/** A page of one form beside a pattern: of the user's address, unless it is about something else. */
export const SignInFrame = ({
  title,
  text,
  address,
  pattern = { seed: address ?? "freehold", caption: address ? `Pattern of ${address}` : "" },
  note = "Your wallet is your account. No password needed.",
  children,
}: SignInFrameProps) => (
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
      <p className={styles.small}>{note}</p>
    </main>
    <figure className={styles.plan} aria-hidden="true">
      <TitlePlanView digest={contentIdOf(pattern.seed).digest} label="" />
      <figcaption>{pattern.caption}</figcaption>
    </figure>
  </div>
);
