import { useEffect, type ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { bridge, docs, explorer, landing } from "../../../../resources/pages.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { Avatar } from "../../ui/avatar.tsx";
import styles from "./rollup-frame.module.css";

interface RollupFrameProps {
  readonly rollup: PublicRollup;
  /** Actions beside the links. */
  readonly side: ReactNode;
  /** Shows the team's background image. */
  readonly hasBanner: boolean;
  readonly children: ReactNode;
}

/** Header and footer of a rollup's public pages, with the team's logo, name, images and link. Images are shown only in <img>. */
export const RollupFrame = ({ rollup, side, hasBanner, children }: RollupFrameProps) => {
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
