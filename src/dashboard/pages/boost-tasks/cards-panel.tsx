import { boostCards, type BoostCard } from "../../../../resources/boost/limits.ts";
import { useNode } from "../../flows/boost/node.ts";
import { Panel, Rows } from "../boost-frame/panel.tsx";
import { CardOffer } from "./card-offer.tsx";
import { Balance } from "./price.tsx";
import { useLand } from "./use-land.ts";

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
