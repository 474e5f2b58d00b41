import type { ReactNode } from "react";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import styles from "./deed.module.css";

const clauses: readonly (readonly [title: string, text: string])[] = [
  ["Content", "Every deployment is a UnixFS tree with a CID. Its address is its hash, so any IPFS tool can verify it."],
  ["Builds", "Repositories build in a sandbox with memory and time limits. It can reach only the package registry."],
  ["Keys", "Sign in by signing a message with your wallet. No password and no third-party account."],
  ["Server", "One process tree on one port. Ctrl-C stops everything, and kill -9 loses no acknowledged write."],
  ["Data", "All data is in one directory. Back it up while it runs, and restore it with one command."],
  ["API", "Every dashboard action is an API call. The API reference has a form to try each call."],
];

/** What the operator of an instance controls, with a sign-in button. */
export const Deed = ({ action, signedIn }: { readonly action: ReactNode; readonly signedIn: boolean }) => (
  <section className={styles.section} aria-labelledby="deed">
    <div className={styles.deed}>
      <h2 id="deed">What you own</h2>
      <ol className={styles.clauses}>
        {clauses.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div className={styles.signature}>
        <div className={styles.line}>
          <span>{signedIn ? "Signed in" : "Sign in to start"}</span>
          {action}
        </div>
        {!signedIn && <p>{chainMessages.signInStatement}</p>}
      </div>
    </div>
  </section>
);
