import { useEffect, useState } from "react";
import { noticeCarouselMs } from "../../../../resources/limits.ts";
import { useMedia } from "../../ui/use-media.ts";

export interface Carousel {
  /** Which of them is shown. */
  readonly at: number;
  readonly next: () => void;
  /** Stopped by the person, or because the device asks for less motion. */
  readonly paused: boolean;
  readonly setPaused: (paused: boolean) => void;
  /** Nothing moves by itself right now. */
  readonly still: boolean;
  /** For the element that holds it still while it is pointed at or focused. */
  readonly holding: {
    readonly onPointerEnter: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
}

/** Shows one of several after the other, until somebody looks closer, stops it, or wants less motion (WCAG 2.2.2). */
export const useCarousel = (count: number): Carousel => {
  const lessMotion = useMedia("(prefers-reduced-motion: reduce)");
  const [turn, setTurn] = useState(0);
  const [chosen, setPaused] = useState<boolean>();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = chosen ?? lessMotion;
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
    holding: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
};
