import { createContext, Suspense, useContext, useState, type ReactNode } from "react";

type Draw = (close: () => void) => ReactNode;

const PageDialogContext = createContext<((draw: Draw) => void) | undefined>(undefined);

/**
 * Draws the dialogs that buttons within it open. Such a dialog outlasts its button: an empty list has the button itself, and may fill up or
 * fail to load while the user types.
 */
export const PageDialogs = ({ children }: { readonly children: ReactNode }) => {
  const outer = useContext(PageDialogContext);
  const [draw, setDraw] = useState<Draw>();
  if (outer) return children;
  return (
    <PageDialogContext value={(next) => setDraw(() => next)}>
      {children}
      {draw && <Suspense>{draw(() => setDraw(undefined))}</Suspense>}
    </PageDialogContext>
  );
};

/** Returns a function that opens a dialog on the list or page around the button. */
export const usePageDialog = (): ((draw: Draw) => void) => useContext(PageDialogContext)!;
