import { boostCards, type BoostCard } from "../../../../resources/boost/limits.ts";
import { formatWhole } from "../../lib/format/count.ts";
import type { IconName } from "../../ui/icons.ts";

interface CardLabels {
  readonly title: string;
  /** Singular name for counts. */
  readonly one: string;
  readonly text: string;
  readonly icon: IconName;
  /** Cards that replace the previous one are sold one at a time. */
  readonly isSingle?: boolean;
}

/** Name and effect of each card. */
export const cardLabels: Readonly<Record<BoostCard, CardLabels>> = {
  capacity: {
    title: "Capacity",
    one: "Capacity card",
    text: `Adds ${formatWhole(boostCards.capacity.brings)} points of capacity.`,
    icon: "archive",
  },
  explore: {
    title: "Explore",
    one: "Explore card",
    text: "Adds one exploration. Doesn't expire.",
    icon: "compass",
  },
  protect: {
    title: "Protect",
    one: "Protect card",
    text: `Protects your points for ${boostCards.protect.brings / 3600} hours. Replaces any active protection.`,
    icon: "shield",
    isSingle: true,
  },
};
