import { useId, useLayoutEffect, useRef, type KeyboardEvent } from "react";
import { chatZIndex } from "../../../../../resources/limits.ts";
import { IconButton } from "../../../ui/button.tsx";
import { phone, useMedia } from "../../../ui/use-media.ts";
import { ConversationView } from "./conversation-view.tsx";
import { clearConversation } from "./conversation.ts";
import styles from "./panel.module.css";
import { useConversation } from "./use-conversation.ts";

interface PanelProps {
  readonly screen: string | undefined;
  readonly onClose: () => void;
}

/** The conversation in a corner of the page, which stays usable; on phones it fills the screen. */
export const Panel = ({ screen, onClose }: PanelProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const turns = useConversation();
  const isPhone = useMedia(phone);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (isPhone) dialog?.showModal();
    else dialog?.show();
    dialog?.querySelector("textarea")?.focus();
    return () => dialog?.close();
  }, [isPhone]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <dialog
      ref={element}
      className={styles.panel}
      style={{ zIndex: chatZIndex }}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.head}>
        <h2 id={titleId}>Assistant</h2>
        {turns.length > 0 && (
          <IconButton icon="trash" size="small" label="Clear conversation" onClick={() => void clearConversation()} />
        )}
        <IconButton icon="close" size="small" label="Close" onClick={onClose} />
      </header>
      <ConversationView turns={turns} screen={screen} onLeave={isPhone ? onClose : undefined} />
    </dialog>
  );
};
