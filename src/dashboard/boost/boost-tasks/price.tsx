import { Money } from "../../ui/panels/money.tsx";
import { useState, lazy, Suspense } from "react";
import { nodeLand } from "../../../../resources/boost/nodes/land-calls.ts";
import { meaningOf } from "../../../../resources/declare/error-meaning.ts";
import { toastProblem } from "../flows/boost/boost-toast.ts";
import { useBoostHost } from "../flows/boost/host.ts";
import { showConnectWallet } from "../../account/flows/session/show-connect-wallet.tsx";
import { useCall } from "../../framework/data/use-call.ts";
import { formatDollars, formatMoneyInFull, landUnit } from "../../../../resources/money.ts";
import { Button } from "../../ui/button.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import styles from "./tasks.module.css";

/** Formats whole LAND as a price: "$0.05 (50,000 LAND)". */
export const priceLabel = (land: bigint | string): string => formatMoneyInFull(BigInt(land) * landUnit);

/** The confirmation's button: "Spend $0.05". */
export const spendLabel = (land: bigint): string => `Spend ${formatDollars(land * landUnit)}`;

/** Reports whether a loaded balance, ×1e18, is below a price in whole LAND. */
export const lacksLand = (land: bigint | undefined, price: bigint): boolean =>
  land !== undefined && land < price * landUnit;

/** Asks for confirmation before spending LAND. */
export const confirmLand = (question: {
  readonly title: string;
  readonly text: string;
  readonly ok: string;
}): Promise<boolean> => dialogs.confirm(question);

interface PriceProps {
  /** Whole LAND. */
  readonly price: bigint;
  /** The balance, ×1e18; undefined while loading. */
  readonly land: bigint | undefined;
  /** The last request failed for insufficient LAND. */
  readonly isShort?: boolean;
  /** Called when LAND is credited. */
  readonly onCredited: () => void;
}

/** The balance next to a price, with a button to deposit when it is too low. */
export const Balance = ({ price, land, isShort = false, onCredited }: PriceProps) => {
  const [claims, setClaims] = useState(false);
  const lacks = isShort || lacksLand(land, price);
  return (
    <div className={styles.balance}>
      <span>
        Balance: {land === undefined ? "…" : <Money land={land} />}
        {lacks && " (not enough)"}
      </span>
      {lacks && (
        <Button size="small" icon="wallet" onClick={() => setClaims(true)}>
          Deposit
        </Button>
      )}
      {claims && (
        <BoostClaim
          onCredited={onCredited}
          onClose={() => {
            setClaims(false);
            // Star payments are credited automatically.
            onCredited();
          }}
        />
      )}
    </div>
  );
};

interface BoostClaimProps {
  readonly onClose: () => void;
  /** Called when the LAND is credited. */
  readonly onCredited?: () => void;
}

const Browser = lazy(() =>
  import("../../chains/flows/claim-land/claim-land-dialog.tsx").then(({ ClaimLandDialog }) => ({
    default: ClaimLandDialog,
  })),
);
const MiniApp = lazy(() =>
  import("../../chains/flows/mini-app-claim/mini-claim.tsx").then(({ MiniClaimDialog }) => ({
    default: MiniClaimDialog,
  })),
);

/** Claim LAND dialog on a Boost page: with a wallet in a browser, with toncoin or Stars in the messaging app. */
const BoostClaim = ({ onClose, onCredited = () => undefined }: BoostClaimProps) => {
  const { isMiniApp, userId, openInvoice } = useBoostHost();
  return (
    <Suspense>
      {isMiniApp ? (
        <MiniApp owner={userId} openInvoice={openInvoice} onClose={onClose} onCredited={onCredited} />
      ) : (
        <Browser source="boost" signIn={showConnectWallet} onClose={onClose} onCredited={onCredited} />
      )}
    </Suspense>
  );
};

export interface Land {
  /** The LAND balance of the node's team, ×1e18. Undefined while loading. */
  readonly land: bigint | undefined;
  /** Whether the last purchase failed for insufficient LAND. */
  readonly isShort: boolean;
  readonly reload: () => void;
  /** Shows why a purchase failed. */
  readonly onError: (error: Error) => true;
}

/** Loads the LAND balance that purchases are paid from. */
export const useLand = (): Land => {
  const { data, reload } = useCall(nodeLand);
  const [isShort, setShort] = useState(false);
  return {
    land: data && BigInt(data.land),
    isShort,
    reload: () => {
      setShort(false);
      reload();
    },
    onError: (error) => {
      setShort(meaningOf(error) === "insufficient");
      return toastProblem(error);
    },
  };
};
