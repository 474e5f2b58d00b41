import { lazy, Suspense, type ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import type * as z from "zod/mini";
import { cloudNumbers } from "../../../../resources/operator/overview.ts";
import { useSignedIn } from "../flows/signed-in/use-signed-in.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { chainMessages } from "../../../../resources/chains/messages.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { docsHome, overview } from "../../../../resources/pages.ts";
import { ConnectLink } from "../flows/session/connect-link.tsx";
import { rememberedInviteCode } from "../flows/session/invite-code.ts";
import { formatBytes } from "../../lib/format/bytes.ts";
import { formatCount } from "../../lib/format/count.ts";
import { formatDuration } from "../../lib/format/duration.ts";
import { PublicFrame } from "../../framework/public-frame/public-frame.tsx";
import deedStyles from "./deed.module.css";
import { Hero } from "./hero.tsx";
import styles from "./landing.module.css";
import numberStyles from "./numbers.module.css";
import { WalkThrough } from "./walk-through.tsx";

export const Component = () => {
  // The page hides the numbers if they don't load in time.
  const { data, error } = useCall(cloudNumbers, { retries: 0 });
  return <Landing signedIn={useSignedIn()} numbers={data ?? (error ? undefined : "counting")} />;
};

/** Loaded only for visitors with an invite link, opened here or earlier on any page. */
const Invitation = lazy(() => import("./invitation.tsx").then((module) => ({ default: module.Invitation })));

interface LandingProps {
  readonly signedIn: boolean;
  /** "counting" while loading; undefined if unavailable, which hides the section. */
  readonly numbers: CloudNumbers | "counting" | undefined;
}

/** Product summary, instance statistics and one call to action. */
const Landing = ({ signedIn, numbers }: LandingProps) => {
  const linkCode = useSearchParams()[0].get("inviteCode");
  const code = linkCode ?? rememberedInviteCode();
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
      {code && !signedIn && (
        <Suspense>
          <Invitation code={code} isLink={linkCode !== null} />
        </Suspense>
      )}
      <Hero action={action} docs={docs} />
      {numbers && <Numbers numbers={numbers === "counting" ? undefined : numbers} />}
      <WalkThrough />
      <Deed action={action} signedIn={signedIn} />
    </PublicFrame>
  );
};

const clauses: readonly (readonly [title: string, text: string])[] = [
  ["Content", "Every deployment is a UnixFS tree with a CID. Its address is its hash, so any IPFS tool can verify it."],
  ["Builds", "Repositories build in a sandbox with memory and time limits. It can reach only the package registry."],
  ["Keys", "Sign in by signing a message with your wallet. No password and no third-party account."],
  ["Server", "One process tree on one port. Ctrl-C stops everything, and kill -9 loses no acknowledged write."],
  ["Data", "All data is in one directory. Back it up while it runs, and restore it with one command."],
  ["API", "Every dashboard action is an API call. The API reference has a form to try each call."],
];

/** What the operator of an instance controls, with a sign-in button. */
const Deed = ({ action, signedIn }: { readonly action: ReactNode; readonly signedIn: boolean }) => (
  <section className={deedStyles.section} aria-labelledby="deed">
    <div className={deedStyles.deed}>
      <h2 id="deed">What you own</h2>
      <ol className={deedStyles.clauses}>
        {clauses.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div className={deedStyles.signature}>
        <div className={deedStyles.line}>
          <span>{signedIn ? "Signed in" : "Sign in to start"}</span>
          {action}
        </div>
        {!signedIn && <p>{chainMessages.signInStatement}</p>}
      </div>
    </div>
  </section>
);

type CloudNumbers = z.output<(typeof cloudNumbers)["reply"]>;

const entries: readonly (readonly [label: string, show: (numbers: CloudNumbers) => string])[] = [
  ["Sites", ({ sites }) => formatCount(sites)],
  ["Deployments", ({ deployments }) => formatCount(deployments)],
  ["Files", ({ files }) => formatCount(files)],
  ["Blocks", ({ blocks }) => formatCount(blocks)],
  ["Stored", ({ storedBytes }) => formatBytes(storedBytes)],
  ["Served", ({ servedBytes }) => formatBytes(servedBytes)],
];

/** Statistics of this instance. `undefined` while loading; the parent hides the section when they are unavailable. */
const Numbers = ({ numbers }: { readonly numbers: CloudNumbers | undefined }) => (
  <section className={numberStyles.section} aria-labelledby="numbers" aria-busy={!numbers}>
    <div className={numberStyles.head}>
      <h2 id="numbers">This instance in numbers</h2>
      <p>{numbers ? messageOf(numbers) : <span className={numberStyles.skeleton}>Loading</span>}</p>
    </div>
    <dl className={numberStyles.ledger}>
      {entries.map(([label, show]) => (
        <div key={label} className={numberStyles.entry}>
          <dt>{label}</dt>
          <dd>{numbers ? show(numbers) : <span className={numberStyles.skeleton}>00</span>}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const messageOf = ({ deployments, upSeconds }: CloudNumbers): string =>
  deployments === 0
    ? "No deployments yet. Deploy the first site."
    : `Updated just now. Uptime: ${formatDuration(upSeconds)}.`;
