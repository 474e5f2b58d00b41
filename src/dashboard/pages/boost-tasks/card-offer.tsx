import { useState } from "react";
import { boostCards, boostCardsAtOnce, type BoostCard } from "../../../../resources/boost/limits.ts";
import { buyCards } from "../../../../resources/boost/task-calls.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { loadNode, sendBoost } from "../../flows/boost/node.ts";
import { countOf } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import { Row } from "../boost-frame/panel.tsx";
import { cardWords } from "./card-words.ts";
import { landWords } from "./price.tsx";
import { Stepper } from "./stepper.tsx";
import styles from "./tasks.module.css";
import type { Acting } from "./use-act.ts";

interface CardOfferProps {
  readonly name: BoostCard;
  readonly acting: Acting;
  readonly onBought: () => void;
}

/** A card for LAND: how many, and what they cost together. */
export const CardOffer = ({ name, acting: { busy, act }, onBought }: CardOfferProps) => {
  const [number, setNumber] = useState(1);
  const { title, text, icon, one, isSingle = false } = cardWords[name];
  const price = landWords(boostCards[name].land * BigInt(number));
  const buy = () =>
    act(name, async () => {
      await sendBoost(buyCards, { body: { name, number } });
      boostToast("success", `You have ${countOf(number, one)} more`);
      setNumber(1);
      onBought();
      await loadNode();
    });
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
          <Button kind="soft" busy={busy === name} disabled={busy !== undefined} onClick={buy}>
            {`Buy for ${price}`}
          </Button>
        </span>
      }
    />
  );
};
