import { lazy, Suspense } from "react";
import styles from "./home.module.css";

/** Loaded separately, so that the node renders first. */
const MorePanels = lazy(() => import("./more-panels.tsx").then((module) => ({ default: module.MorePanels })));

/** Other ways to earn. */
export const Panels = () => (
  <div className={styles.panels}>
    <Suspense fallback={<Bars />}>
      <MorePanels />
    </Suspense>
  </div>
);

const Bars = () => (
  <>
    <span className={styles.bars} />
    <span className={styles.bars} />
  </>
);
