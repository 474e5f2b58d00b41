import { lazy, Suspense, useSyncExternalStore } from "react";
import { standing } from "../../flows/notices/standing.ts";

const NoticeBar = lazy(() => import("../../flows/notices/notice-bar.tsx"));

/** Where the notice bar appears once there is something in it. */
export const NoticeSlot = () => {
  const { inBar } = useSyncExternalStore(standing.subscribe, standing.get);
  return (
    inBar && (
      <Suspense>
        <NoticeBar />
      </Suspense>
    )
  );
};
