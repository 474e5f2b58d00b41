import { useEffect, useRef, useSyncExternalStore } from "react";
import { Icon } from "../icon.tsx";
import { WithReference } from "../states/with-reference.tsx";
import { toasts } from "./toast.ts";

const icons = { success: "check", error: "alert", info: "info" } as const;

/** Renders toasts; mounted once. In the top layer, above open dialogs. */
export const ToastHost = () => {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown.length === 0) return;
    host.current?.hidePopover();
    host.current?.showPopover();
  }, [shown]);
  return (
    <div ref={host} className="fh-toasts" popover="manual" role="status" aria-live="polite">
      {shown.map(({ key, text, kind }) => (
        <div key={key} className={`fh-toast is-${kind}`}>
          <Icon name={icons[kind]} size={16} />
          <span>
            <WithReference text={text} />
          </span>
        </div>
      ))}
    </div>
  );
};
