import type { ReactNode } from "react";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import styles from "./deed.module.css";

const clauses: readonly (readonly [title: string, text: string])[] = [
  [
    "The content",
    "A deployment is a UnixFS tree with a true CID. Its address is its hash, so any IPFS tool can check what it was given.",
  ],
  [
    "The build",
    "Repositories build in a sandbox that reaches the package registry and nothing else, within set limits of memory and time.",
  ],
  ["The keys", "You sign in by signing a message with your wallet. There is no password and no account with anybody."],
  [
    "The machine",
    "One process tree on one port. Ctrl-C stops all of it, and even kill -9 loses nothing that was acknowledged.",
  ],
  [
    "The folder",
    "Everything is kept in one data folder, backed up while it runs with one command, restored with another.",
  ],
  [
    "The register",
    "Whatever the dashboard does is a declared call. Its reference is generated from the same declarations, with a form to try each.",
  ],
];

/** What a holder has, as the clauses of a deed, and the line to sign on. */
export const Deed = ({ action, signedIn }: { readonly action: ReactNode; readonly signedIn: boolean }) => (
  <section className={styles.section} aria-labelledby="deed">
    <div className={styles.deed}>
      <h2 id="deed">What you hold</h2>
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
          <span>{signedIn ? "Held by you" : "Signed by the holder"}</span>
          {action}
        </div>
        {!signedIn && <p>{chainMessages.signInStatement}</p>}
      </div>
    </div>
  </section>
);
