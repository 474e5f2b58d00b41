import { Suspense, type ReactNode } from "react";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { RollupPage } from "../rollup-frame/rollup-page.tsx";
import { SearchBox } from "./search-box.tsx";

interface ExplorerFrameProps {
  readonly title: string;
  readonly hasBanner?: boolean;
  readonly children: (rollup: PublicRollup) => ReactNode;
}

/** A page of the explorer, with the search above its content. */
export const ExplorerFrame = ({ title, hasBanner = false, children }: ExplorerFrameProps) => (
  <RollupPage title={title} hasBanner={hasBanner}>
    {(rollup) => (
      <>
        <SearchBox rollup={rollup} />
        <Suspense fallback={<Skeleton lines={12} />}>{children(rollup)}</Suspense>
      </>
    )}
  </RollupPage>
);
