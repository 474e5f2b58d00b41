import type { ReactNode } from "react";
import type { PublicRollup } from "../../../../resources/raas/rollup-calls.ts";
import { RollupPage } from "../rollup-frame/rollup-page.tsx";
import { SearchBox } from "./search-box.tsx";

interface ExplorerFrameProps {
  readonly title: string;
  readonly hasBanner?: boolean;
  readonly children: (rollup: PublicRollup) => ReactNode;
}

/** A page of the explorer: the search stands above each. */
export const ExplorerFrame = ({ title, hasBanner = false, children }: ExplorerFrameProps) => (
  <RollupPage title={title} hasBanner={hasBanner}>
    {(rollup) => (
      <>
        <SearchBox rollup={rollup} />
        {children(rollup)}
      </>
    )}
  </RollupPage>
);
