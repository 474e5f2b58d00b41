import { useEffect, useState } from "react";
import { noticeCarouselMs } from "../../../../resources/limits.ts";
import { useMedia } from "../../ui/use-media.ts";

export interface Carousel {
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
export const useCarousel = (count: number): Carousel => {
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
