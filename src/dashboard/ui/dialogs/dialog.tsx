import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import type { dialogWidths } from "../../../../resources/limits.ts";
import { IconButton } from "../button.tsx";

export type DialogWidth = (typeof dialogWidths)[number];

export interface DialogProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons at the end. */
  readonly footer?: ReactNode;
  /** Escape, the cross and a press outside. Without it the dialog stays until it is taken away. */
  readonly onClose?: () => void;
  readonly width?: DialogWidth;
}

/** What is typed into first; else the main button; else the first one, so that Enter never deletes by itself. */
const firstFocus =
  ".fh-dialog-body :is(input:not([type=radio]:not(:checked)), select, textarea), footer:has(.is-primary) .is-primary, footer:not(:has(.is-primary)) button";

/** A modal dialog on the browser's own <dialog>: focus stays inside, Escape closes, the page behind is inert. */
export const Dialog = ({ title, children, footer, onClose, width = 500 }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before the element is taken away: only a dialog that is still in the page gives the focus back when it closes.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>(firstFocus)?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className="fh-dialog"
      aria-labelledby={titleId}
      style={{ width }}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose?.();
      }}
    >
      <div className="fh-dialog-box">
        {/* Outside of main they would be a second banner and a second footer of the page. */}
        <header role="presentation">
          <h2 id={titleId}>{title}</h2>
          {onClose && <IconButton icon="close" label="Close" size="small" onClick={onClose} />}
        </header>
        {children !== undefined && <div className="fh-dialog-body">{children}</div>}
        {footer && <footer role="presentation">{footer}</footer>}
      </div>
    </dialog>
  );
};
