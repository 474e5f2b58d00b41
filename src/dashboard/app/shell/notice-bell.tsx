import { lazy, Suspense, useId, useRef, useState, useSyncExternalStore } from "react";
import { unreadStore } from "../../flows/notices/unread.ts";
import { Icon } from "../../ui/icon.tsx";
import { placeBelow } from "../../ui/place-below.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

const loadCentre = () => import("../../flows/notices/notice-centre.tsx");
const NoticeCentre = lazy(loadCentre);
const countMax = 99;

/** Shows the number of unread notifications; links to all of them. */
export const NoticeBell = () => {
  const { unread } = useSyncExternalStore(unreadStore.subscribe, unreadStore.get);
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const prefetch = () => void loadCentre().catch(() => undefined);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="fh-icon-button fh-bell"
        aria-label={unread > 0 ? `Notices, ${unread} unread` : "Notices"}
        title="Notices"
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={id}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        <Icon name="bell" />
        {unread > 0 && <span aria-hidden="true">{unread > countMax ? `${countMax}+` : unread}</span>}
      </button>
      <div
        ref={panel}
        id={id}
        className="fh-menu fh-notices"
        popover="auto"
        role="dialog"
        aria-label="Notices"
        tabIndex={-1}
        onToggle={({ newState }) => {
          setOpen(newState === "open");
          if (newState !== "open") return;
          placeBelow(panel.current!, button.current!);
          panel.current!.focus();
        }}
      >
        {open && (
          <Suspense fallback={<Skeleton lines={4} />}>
            <NoticeCentre onLeave={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  );
};
