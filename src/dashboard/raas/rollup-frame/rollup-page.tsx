import { type ReactNode, useEffect } from "react";
import { useParams, Link, NavLink } from "react-router";
import { pageHref } from "../../../../resources/declare/href.ts";
import { landing, bridge, docs, explorer } from "../../../../resources/pages.ts";
import { publicRollup, type PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { usePageTitle } from "../../framework/page-title.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { AddToWallet } from "./add-to-wallet.tsx";
import styles from "./rollup-frame.module.css";
import { Avatar } from "../../ui/avatar.tsx";

interface RollupPageProps {
  /** Page title, for example "Block 12". */
  readonly title: string;
  readonly hasBanner?: boolean;
  readonly children: (rollup: PublicRollup) => ReactNode;
}

/** A rollup may end while its explorer is open. */
const pollMs = 60_000;

/** A public page of the rollup in the URL, with its loading and error states. */
export const RollupPage = ({ title, hasBanner = false, children }: RollupPageProps) => {
  const { chainId = "" } = useParams();
  const { data: rollup, error, reload } = useCall(publicRollup, { params: { chainId }, pollMs });
  const isMissing = isUnknown(error);
  usePageTitle(rollup && !isMissing ? `${title} - ${rollup.name}` : undefined);
  if (rollup && !isMissing) {
    return (
      <RollupFrame rollup={rollup} hasBanner={hasBanner} side={<AddToWallet rollup={rollup} size="small" />}>
        {children(rollup)}
      </RollupFrame>
    );
  }
  return (
    <main className={styles.bare}>
      {!error && (
        <div role="status" aria-label="Loading the rollup" style={{ width: 280 }}>
          <Skeleton />
        </div>
      )}
      {isMissing && (
        <ErrorState
          isPage
          title="Rollup not found"
          message={`No running rollup has chain ID ${chainId}. Check the URL.`}
          action={<LinkButton to={pageHref(landing)}>About Freehold</LinkButton>}
        />
      )}
      {error && !isMissing && <ErrorState isPage message="Can't reach the server." onRetry={reload} />}
    </main>
  );
};

/** Returns whether no rollup has that chain ID, or it has ended. */
const isUnknown = (error: Error | undefined): boolean => {
  const { statusCode } = (error ?? {}) as { readonly statusCode?: number };
  return statusCode === 404 || statusCode === 422;
};

interface RollupFrameProps {
  readonly rollup: PublicRollup;
  /** Actions beside the links. */
  readonly side: ReactNode;
  /** Shows the team's background image. */
  readonly hasBanner: boolean;
  readonly children: ReactNode;
}

/** Header and footer of a rollup's public pages, with the team's logo, name, images and link. Images are shown only in <img>. */
const RollupFrame = ({ rollup, side, hasBanner, children }: RollupFrameProps) => {
  const { chainId, name, chainLogo, background } = rollup;
  useFavicon(rollup.favicon);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <div className={styles.line}>
          <Link className={styles.brand} to={pageHref(explorer, { chainId })}>
            <Avatar seed={`${chainId} ${name}`} size={32} {...(chainLogo && { image: chainLogo })} />
            <span className="fh-ellipsis">{name}</span>
          </Link>
          <nav className={styles.links} aria-label={name}>
            <NavLink to={pageHref(explorer, { chainId })}>Explorer</NavLink>
            {rollup.bridgeAddress && <NavLink to={pageHref(bridge, { chainId })}>Bridge</NavLink>}
          </nav>
          <div className={styles.side}>{side}</div>
        </div>
      </header>
      {hasBanner && background && <img className={styles.banner} src={background} alt="" />}
      <main className={styles.main}>{children}</main>
      <Foot rollup={rollup} />
    </div>
  );
};

const Foot = ({ rollup: { chainId, provider, footerLink } }: { readonly rollup: PublicRollup }) => (
  <footer className={styles.foot}>
    <div className={styles.line}>
      <p>
        Chain {chainId}. {provider === "embedded" && "One sequencer, no fault proofs, test coins only. "}
        <Link to={pageHref(docs, { name: "rollups" })}>About this rollup</Link>
      </p>
      {footerLink && (
        <a href={footerLink} target="_blank" rel="noopener noreferrer nofollow ugc">
          {hostOf(footerLink)}
        </a>
      )}
      <Link to={pageHref(landing)}>Freehold</Link>
    </div>
  </footer>
);

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

/** Shows the rollup's favicon while one of its pages is open. */
const useFavicon = (favicon: string | undefined): void => {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!favicon || !link) return undefined;
    const before = link.href;
    link.href = favicon;
    return () => {
      link.href = before;
    };
  }, [favicon]);
};
