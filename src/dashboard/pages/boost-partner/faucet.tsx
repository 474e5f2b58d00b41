import { useState } from "react";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { problemOf } from "../../flows/boost/problem-of.ts";
import { giveTestCoins } from "../../flows/boost-stake/faucet.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./mining.module.css";

interface FaucetProps {
  readonly chain: string;
  readonly address: string;
  readonly onGiven: () => void;
}

/** Where the cloud runs the chain itself, its coins and tokens are worth nothing and given to whoever asks. */
export const Faucet = ({ chain, address, onGiven }: FaucetProps) => {
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
    <div className={styles.faucet}>
      <p>This cloud runs the chain itself. Its coins and tokens are for trying out, and free.</p>
      <Button icon="gift" busy={giving} onClick={() => void give()}>
        Test coins
      </Button>
    </div>
  );
};
