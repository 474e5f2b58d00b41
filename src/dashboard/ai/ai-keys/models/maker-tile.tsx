import { initialsOf, toneOf } from "./makers.ts";
import styles from "./models.module.css";

const tones = 4;

/** A maker's initials, in place of a logo: those of the makers are trademarks. */
export const MakerTile = ({ maker, small = false }: { readonly maker: string; readonly small?: boolean }) => (
  <span className={styles.tile} data-tone={toneOf(maker, tones)} data-small={small || undefined} aria-hidden="true">
    {initialsOf(maker)}
  </span>
);
