import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import type { dialogWidths } from "../../../../resources/limits.ts";
import { IconButton } from "../button.tsx";

export type DialogWidth = (typeof dialogWidths)[number];

export interface DialogProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons at the end. */
  readonly footer?: ReactNode;
  /** Called on Escape, the close button and a click outside. Without it the user can't close the dialog. */
  readonly onClose?: () => void;
  readonly width?: DialogWidth;
}

/**
 * The first focus: the first input; else the main button; else the first one, so that Enter never deletes by itself.
 */
const firstFocus =
  ".fh-dialog-body :is(input:not([type=radio]:not(:checked)), select, textarea), footer:has(.is-primary) .is-primary, footer:not(:has(.is-primary)) button";

/** A modal dialog on the browser's own <dialog>: focus stays inside, Escape closes, the page behind is inert. */
export const Dialog = ({ title, children, footer, onClose, width = 500 }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before the element is removed: only a dialog in the page restores the focus when it closes.
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
