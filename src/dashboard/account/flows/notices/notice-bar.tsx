import { useEffect, useState, useSyncExternalStore } from "react";
import type { Notice } from "../../../../../resources/account/notices.ts";
import { noticeCarouselMs } from "../../../../../resources/limits.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useMedia } from "../../../ui/use-media.ts";
import { answerInvitation, notices } from "./browser-notices.ts";
import { barOf, ofItsKind } from "./machine.ts";
import { NoticeLink } from "./notice-link.tsx";
import styles from "./notices.module.css";

/** The notice bar: rotating messages with a close button. It fills reserved space above the page, so nothing shifts. */
const NoticeBar = () => {
  const state = useSyncExternalStore(notices.subscribe, notices.get);
  const shown = barOf(state);
  const { at, next, paused, setPaused, still, pauseHandlers: holding } = useCarousel(shown.length);
  const notice = shown[at];
  if (!notice) return null;
  return (
    <div className={styles.place}>
      <section className={styles.bar} aria-label="Notices" {...holding}>
        <div className={styles.line}>
          <div className={styles.said} aria-live={still ? "polite" : "off"}>
            <div key={notice.id} className={styles.message}>
              <Icon name={notice.type === "NORMAL" ? "info" : "users"} size={16} />
              <span className="fh-ellipsis" title={notice.message}>
                {notice.message}
              </span>
            </div>
          </div>
          <NoticeAction notice={notice} />
          {shown.length > 1 && (
            <>
              <span className={styles.count}>
                {at + 1} of {shown.length}
              </span>
              <IconButton
                size="small"
                icon={paused ? "play" : "pause"}
                label={paused ? "Play notices" : "Pause notices"}
                onClick={() => setPaused(!paused)}
              />
              <span className={styles.next}>
                <IconButton size="small" icon="chevron" label="Next notice" onClick={next} />
              </span>
            </>
          )}
          <IconButton
            size="small"
            icon="close"
            label="Close notice"
            onClick={() => notices.read(ofItsKind(state, notice).map(({ id }) => id))}
          />
        </div>
      </section>
    </div>
  );
};

const NoticeAction = ({ notice }: { readonly notice: Notice }) =>
  notice.type === "COOPERATION_INVITATION" ? (
    <Button size="small" kind="plain" onClick={() => void answerInvitation(notice)}>
      View invitation
    </Button>
  ) : (
    <NoticeLink notice={notice} size="small" kind="plain" />
  );

export default NoticeBar;

interface Carousel {
  /** Index of the shown item. */
  readonly at: number;
  readonly next: () => void;
  /** Paused by the user, or by a reduced-motion preference. */
  readonly paused: boolean;
  readonly setPaused: (paused: boolean) => void;
  /** Whether rotation is currently paused. */
  readonly still: boolean;
  /** For the element that pauses it on hover or focus. */
  readonly pauseHandlers: {
    readonly onPointerEnter: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
}

/** Rotates through items until hovered, focused, paused, or reduced motion is preferred (WCAG 2.2.2). */
const useCarousel = (count: number): Carousel => {
  const reducedMotion = useMedia("(prefers-reduced-motion: reduce)");
  const [turn, setTurn] = useState(0);
  const [pausedByUser, setPaused] = useState<boolean>();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = pausedByUser ?? reducedMotion;
  const still = paused || pointed || focused || count < 2;
  useEffect(() => {
    if (still) return undefined;
    const timer = setInterval(() => setTurn((value) => value + 1), noticeCarouselMs);
    return () => clearInterval(timer);
  }, [still]);
  return {
    at: count === 0 ? 0 : turn % count,
    next: () => setTurn((value) => value + 1),
    paused,
    setPaused,
    still,
    pauseHandlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
};
