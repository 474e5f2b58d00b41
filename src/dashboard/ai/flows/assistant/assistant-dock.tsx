import { useRef, useState, type ComponentType } from "react";
import { chatZIndex } from "../../../../../resources/limits.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import { loadChunk } from "../../../lib/async/load-chunk.ts";
import { Icon } from "../../../ui/icon.tsx";
import { toast } from "../../../ui/toast/toast.ts";

interface DockProps {
  /** The current resource or page. */
  readonly screen: string | undefined;
}

type PanelType = ComponentType<DockProps & { readonly onClose: () => void }>;

const load = async (): Promise<PanelType> => (await loadChunk(() => import("./panel.tsx"))).Panel;

/** The button in the corner of every screen, and the conversation panel, which is loaded when first opened. */
export const AssistantDock = ({ screen }: DockProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const [Panel, setPanel] = useState<PanelType>();
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    setOpen(true);
    if (Panel) return;
    load().then(
      (loaded) => setPanel(() => loaded),
      () => {
        setOpen(false);
        toast(messages.networkError, "error");
      },
    );
  };
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <aside className="fh-assistant" aria-label="Assistant">
      <button
        ref={button}
        type="button"
        className="fh-assistant-button"
        style={{ zIndex: chatZIndex }}
        aria-label="Ask the assistant"
        title="Ask the assistant"
        // While the panel covers it, it gets focus only when the panel closes.
        tabIndex={isOpen && Panel ? -1 : 0}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-busy={isOpen && !Panel}
        onClick={isOpen ? close : open}
        onPointerEnter={() => void load().catch(() => undefined)}
      >
        <Icon name="chat" size={18} />
      </button>
      {isOpen && Panel && <Panel screen={screen} onClose={close} />}
    </aside>
  );
};
