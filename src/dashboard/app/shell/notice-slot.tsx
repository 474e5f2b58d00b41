import { lazy, Suspense, useSyncExternalStore } from "react";
import { unreadStore } from "../../flows/notices/unread.ts";

const NoticeBar = lazy(() => import("../../flows/notices/notice-bar.tsx"));

/** Places the notice bar; loaded once there is a notice. */
export const NoticeSlot = () => {
  const { inBar } = useSyncExternalStore(unreadStore.subscribe, unreadStore.get);
  return (
    inBar && (
      <Suspense>
        <NoticeBar />
      </Suspense>
    )
  );
};
