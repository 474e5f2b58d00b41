import { lazy, Suspense } from "react";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const History = lazy(() => import("./history.tsx").then((module) => ({ default: module.History })));

/** What moved the points, over the page. */
export const HistoryDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Points history" width={600} onClose={onClose}>
    <Suspense fallback={<Skeleton lines={8} />}>
      <History />
    </Suspense>
  </Dialog>
);
