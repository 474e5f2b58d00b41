import { lazy, Suspense, useSyncExternalStore } from "react";
import { unreadStore } from "../../flows/notices/unread.ts";

const NoticeBar = lazy(() => import("../../flows/notices/notice-bar.tsx"));

/** Where the notice bar appears once there is something in it. */
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
