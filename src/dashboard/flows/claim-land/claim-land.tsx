import { useSyncExternalStore } from "react";
import { claimPresets } from "../../../../resources/chain-limits.ts";
import { chainOf, claimOrder } from "../../../../resources/chains.ts";
import { config } from "../../api/config.ts";
import { AmountChoice } from "../../ui/amount-choice.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ChainChoice } from "./chain-choice.tsx";
import styles from "./claim-land.module.css";
import { Credited } from "./credited.tsx";
import { canClaim, claimChain, isOpen } from "./machine.ts";
import { OnPublicNetwork } from "./on-public-network.tsx";
import { PayChoice } from "./pay-choice.tsx";
import { Progress } from "./progress.tsx";
import { Shortfall } from "./shortfall.tsx";
import { Summary } from "./summary.tsx";
import { useClaim, type ClaimOptions } from "./use-claim.ts";
import { offeredAmong, usePrice } from "./use-price.ts";
import { runsOwnChains } from "./wallets.ts";

interface ClaimLandProps extends ClaimOptions {
  /** Closes the dialog or page after LAND is credited; without it the user can only claim again. */
  readonly onClose?: () => void;
}

/** The claim flow, from the chain to the credited amount. Used in a dialog or on a page. */
export const ClaimLand = ({ onClose, ...options }: ClaimLandProps) => {
  const view = useClaim(options);
  const { claim, state, payer, account, moving } = view;
  useSyncExternalStore(config.subscribe, config.get);
  const offered = offeredAmong(claimOrder);
  const chain = claimChain(state, offered);
  const { price, failed } = usePrice(chain);
  const open = isOpen(state);
  if (state.step.name === "credited") {
    return <Credited step={state.step} onAgain={() => claim.send({ type: "again" })} onClose={onClose} />;
  }
  if (!open) {
    return (
      <div className={styles.claim}>
        <Summary state={state} chain={chain} price={price} failed={failed} isUnderWay />
        <Progress step={state.step} chain={chain} wallet={payer?.name} />
        <Button kind="primary" size="large" wide busy>
          Claiming…
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.claim}>
      {offered.length === 0 && <Banner kind="warning">No blockchain is configured. Ask your administrator.</Banner>}
      <ChainChoice offered={offered} chain={chain} onChoose={view.chooseChain} />
      <AmountChoice
        presets={claimPresets}
        preset={state.preset}
        custom={state.custom}
        onPreset={(millions) => claim.send({ type: "choose-preset", millions })}
        onCustom={(input) => claim.send({ type: "type-amount", input })}
      />
      <PayChoice view={view} symbol={chain && chainOf(chain)?.currency.symbol} />
      <OnPublicNetwork view={view} />
      <Summary state={state} chain={chain} price={price} failed={failed} />
      {runsOwnChains() && <p className={styles.note}>Local test chains. Coins are free.</p>}
      {state.step.name === "failed" && chain && (
        <Shortfall
          problem={state.step.problem}
          chain={chain}
          account={account}
          onGiven={() => claim.send({ type: "again" })}
        />
      )}
      <Button kind="primary" size="large" wide busy={moving} disabled={!canClaim(state, offered)} onClick={claim.start}>
        Claim LAND
      </Button>
    </div>
  );
};
