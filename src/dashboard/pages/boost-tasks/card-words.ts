import { boostCards, type BoostCard } from "../../../../resources/boost/limits.ts";
import { formatWhole } from "../../lib/format/count.ts";
import type { IconName } from "../../ui/icons.ts";

interface CardWords {
  readonly title: string;
  /** One of them, as it is counted. */
  readonly one: string;
  readonly text: string;
  readonly icon: IconName;
  /** Of one that replaces the one before, a second at once would be wasted. */
  readonly isSingle?: boolean;
}

/** What each card is called, and what it does. */
export const cardWords: Readonly<Record<BoostCard, CardWords>> = {
  capacity: {
    title: "Capacity",
    one: "Capacity card",
    text: `Your node holds ${formatWhole(boostCards.capacity.brings)} points more before it is full.`,
    icon: "archive",
  },
  explore: {
    title: "Explore",
    one: "Explore card",
    text: "One more exploration, kept until you use it.",
    icon: "compass",
  },
  protect: {
    title: "Protect",
    one: "Protect card",
    text: `Nobody takes your points for ${boostCards.protect.brings / 3600} hours. It replaces what is left of another.`,
    icon: "shield",
    isSingle: true,
  },
};
