import { useState } from "react";
import { boostCards, type BoostCard, boostCardsAtOnce } from "../../../../resources/boost/limits.ts";
import { buyCards } from "../../../../resources/boost/tasks/task-calls.ts";
import { boostToast } from "../flows/boost/boost-toast.ts";
import { useNode, loadNode } from "../flows/boost/node.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import type { IconName } from "../../ui/icons.ts";
import { Panel, Rows, Row } from "../boost-frame/panel.tsx";
import { Balance, confirmLand, lacksLand, priceLabel, spendLabel, useLand, type Land } from "./price.tsx";
import styles from "./tasks.module.css";

interface CardsPanelProps {
  /** Cards to show. All by default. */
  readonly names?: readonly BoostCard[];
  readonly onBought?: () => void;
}

const all: readonly BoostCard[] = ["capacity", "explore", "protect"];

/** Cards sold for LAND. Hidden for signed-out visitors. */
export const CardsPanel = ({ names = all, onBought }: CardsPanelProps) => {
  const isOut = useNode().name === "out";
  const land = useLand();
  if (isOut) return null;
  const cheapest = names.map((name) => boostCards[name].land).reduce((least, price) => (price < least ? price : least));
  const onCardBought = () => {
    land.reload();
    onBought?.();
  };
  return (
    <Panel title={names.length === 1 ? "More explorations" : "Cards"} text="Paid from your LAND balance.">
      <Rows>
        {names.map((name) => (
          <CardOffer key={name} name={name} land={land} onBought={onCardBought} />
        ))}
      </Rows>
      <Balance price={cheapest} land={land.land} isShort={land.isShort} onCredited={land.reload} />
    </Panel>
  );
};

interface CardOfferProps {
  readonly name: BoostCard;
  readonly land: Land;
  readonly onBought: () => void;
}

/** A card with quantity and total price in LAND. */
const CardOffer = ({ name, land: { land, onError }, onBought }: CardOfferProps) => {
  const [number, setNumber] = useState(1);
  const { title, text, icon, one, isSingle = false } = cardLabels[name];
  const total = boostCards[name].land * BigInt(number);
  const price = priceLabel(total);
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
    const question = {
      title: `Buy ${bought}?`,
      text: `This spends ${price} from your balance.`,
      ok: spendLabel(total),
    };
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

interface StepperProps {
  /** Label for assistive technology. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A small number input with buttons. The minimum is 1. */
const Stepper = ({ label, value, max, onChange }: StepperProps) => {
  const change = (next: number) => onChange(Math.min(Math.max(1, next), max));
  return (
    <span className={styles.stepper}>
      <IconButton icon="minus" label="Decrease" size="small" disabled={value <= 1} onClick={() => change(value - 1)} />
      <input
        aria-label={label}
        inputMode="numeric"
        value={value}
        onChange={(event) => change(Number(event.target.value.replace(/\D/g, "").slice(-3)))}
      />
      <IconButton icon="plus" label="Increase" size="small" disabled={value >= max} onClick={() => change(value + 1)} />
    </span>
  );
};
