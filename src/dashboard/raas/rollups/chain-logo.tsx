import type { ReactNode } from "react";
import type { ListedRollup } from "../../../../resources/raas/rollup-calls.ts";
import { Avatar } from "../../ui/avatar.tsx";
import styles from "./rollups.module.css";

interface ChainLogoProps {
  readonly rollup: Pick<ListedRollup, "id" | "chainLogo">;
  readonly size?: number;
  readonly children: ReactNode;
}

/** A rollup's logo before its name. Generated from the ID if the team has set none. */
export const ChainLogo = ({ rollup: { id, chainLogo }, size = 30, children }: ChainLogoProps) => (
  <span className={styles.named}>
    <Avatar seed={id} size={size} {...(chainLogo !== undefined && { image: chainLogo })} />
    {children}
  </span>
);
