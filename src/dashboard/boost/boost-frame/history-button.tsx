import { lazy, Suspense, useState, type ReactNode } from "react";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";

const History = lazy(() => import("./history.tsx").then((module) => ({ default: module.History })));

interface HistoryButtonProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Opens the points history in a dialog. */
export const HistoryButton = ({ className, children }: HistoryButtonProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
        <span className="fh-hidden">, points history</span>
      </button>
      {isOpen && (
        <Dialog title="Points history" width={600} onClose={() => setOpen(false)}>
          <Suspense fallback={<Skeleton lines={8} />}>
            <History />
          </Suspense>
        </Dialog>
      )}
    </>
  );
};
