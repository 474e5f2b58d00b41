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

/** The faucet of the local devnet: its coins and tokens have no value. */
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
      <p>This is a local devnet. Its coins and tokens are free and have no value.</p>
      <Button icon="gift" busy={giving} onClick={() => void give()}>
        Get test coins
      </Button>
    </div>
  );
};
