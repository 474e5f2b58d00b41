import { useState } from "react";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { problemOf } from "../../flows/boost/problem-of.ts";
import { giveTestCoins } from "../../flows/boost-stake/faucet.ts";
import { Button } from "../../ui/button.tsx";

interface FaucetButtonProps {
  readonly chain: string;
  readonly address: string;
  readonly onGiven: () => void;
}

/** Where the cloud runs the chain itself, its coins and tokens are worth nothing and given to whoever asks. */
export const FaucetButton = ({ chain, address, onGiven }: FaucetButtonProps) => {
  const [giving, setGiving] = useState(false);
  const give = async (): Promise<void> => {
    setGiving(true);
    try {
      await giveTestCoins(chain, address);
      boostToast("success", chainMessages.testCoinsGiven);
      onGiven();
    } catch (error) {
      boostToast("error", problemOf(error));
    } finally {
      setGiving(false);
    }
  };
  return (
    <Button
      icon="gift"
      busy={giving}
      title="Coins for fees, and tokens of this cloud's own chain"
      onClick={() => void give()}
    >
      Test coins
    </Button>
  );
};
