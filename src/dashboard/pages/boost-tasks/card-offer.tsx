import { useState } from "react";
import { boostCards, boostCardsAtOnce, type BoostCard } from "../../../../resources/boost/limits.ts";
import { buyCards } from "../../../../resources/boost/task-calls.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { loadNode } from "../../flows/boost/node.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import type { IconName } from "../../ui/icons.ts";
import { Row } from "../boost-frame/panel.tsx";
import { confirmLand, lacksLand, landLabel } from "./price.tsx";
import { Stepper } from "./stepper.tsx";
import styles from "./tasks.module.css";
import type { Land } from "./use-land.ts";

interface CardOfferProps {
  readonly name: BoostCard;
  readonly land: Land;
  readonly onBought: () => void;
}

/** A card with quantity and total price in LAND. */
export const CardOffer = ({ name, land: { land, onError }, onBought }: CardOfferProps) => {
  const [number, setNumber] = useState(1);
  const { title, text, icon, one, isSingle = false } = cardLabels[name];
  const total = boostCards[name].land * BigInt(number);
  const price = landLabel(total);
  const { act, acting } = useAct(buyCards, {
    onError,
    onDone: async () => {
      boostToast("success", `Bought ${countOf(number, one)}`);
      setNumber(1);
      onBought();
      await loadNode();
    },
  });
  const buy = async (): Promise<void> => {
    const bought = countOf(number, one);
    const question = { title: `Buy ${bought}?`, text: `This spends ${price} from your balance.`, ok: `Spend ${price}` };
    if (await confirmLand(question)) await act({ body: { name, number } });
  };
  return (
    <Row
      icon={icon}
      title={title}
      text={text}
      below={
        <span className={styles.offer}>
          {!isSingle && (
            <Stepper label={`Number of ${one}s`} value={number} max={boostCardsAtOnce} onChange={setNumber} />
          )}
          <Button kind="soft" busy={acting} disabled={lacksLand(land, total)} onClick={() => void buy()}>
            {`Buy for ${price}`}
          </Button>
        </span>
      }
    />
  );
};

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
const cardLabels: Readonly<Record<BoostCard, CardLabels>> = {
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
