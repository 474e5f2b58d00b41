import { lazy, Suspense, useState, useSyncExternalStore, useEffect } from "react";
import { createMiniOrder, miniOrder } from "../../../../../resources/billing/mini-calls.ts";
import { starDiscount } from "../../../../../resources/billing/mini-limits.ts";
import { claimPresets } from "../../../../../resources/chains/limits.ts";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { claimStepLand } from "../../../../../resources/limits.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import { send } from "../../../api/client.ts";
import { config } from "../../../api/config.ts";
import { ApiError, NetworkError } from "../../../api/errors.ts";
import { TonRefusal } from "../../ton/refusal.ts";
import { toShort } from "../../../../../resources/decimal.ts";
import { formatDollars, formatMoneyInFull, landUnit } from "../../../../../resources/money.ts";
import { claimAmount, claimDigits } from "../../../lib/format/land.ts";
import { AmountChoice } from "../../../ui/fields/amount-choice.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { StepList } from "../../../ui/panels/step-list.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { createMiniClaim, type MiniStep } from "./claim.ts";
import type { MiniAsset, InvoiceStatus, MiniClaimEffects } from "./effects.ts";
import styles from "./mini-claim.module.css";
import { restoreTonWallet, tonWallet, loadTonWallet } from "./ton-wallet.ts";

const WalletLine = lazy(() => import("./wallet-line.tsx").then((it) => ({ default: it.WalletLine })));

const firstPreset = 5;

/** Claim LAND in the messaging app's mini app: by Toncoin or by Stars. */
export const MiniClaimDialog = (props: MiniClaimDeps) => (
  <Dialog title="Claim LAND" width={500} onClose={props.onClose}>
    <MiniClaim {...props} />
  </Dialog>
);

/** The claim flow, from the choice of amount and coin to the payment. */
const MiniClaim = (props: MiniClaimDeps) => {
  const { claim, step, wallet } = useMiniClaim(props);
  const { toncoin, stars } = useSyncExternalStore(config.subscribe, config.get).features;
  const assets: readonly MiniAsset[] = [
    ...(toncoin === "" ? [] : ["TON" as const]),
    ...(stars ? ["STAR" as const] : []),
  ];
  const [selectedAsset, setChosen] = useState<MiniAsset>("TON");
  const [preset, setPreset] = useState<number | undefined>(firstPreset);
  const [custom, setCustom] = useState("");
  const asset = assets.includes(selectedAsset) ? selectedAsset : assets[0];
  const land = preset === undefined ? claimAmount(custom) : BigInt(preset) * claimStepLand * landUnit;

  if (step.name !== "choosing" && step.name !== "failed")
    return <ClaimProgress step={step} onAgain={claim.again} onClose={props.onClose} />;
  return (
    <div className={styles.claim}>
      {asset === undefined && (
        <Banner kind="warning">Toncoin and Stars are not available. Deposit in a browser instead.</Banner>
      )}
      <AmountChoice
        presets={claimPresets}
        preset={preset}
        custom={custom}
        onPreset={setPreset}
        onCustom={(input) => {
          setPreset(undefined);
          setCustom(claimDigits(input));
        }}
      />
      {asset !== undefined && (
        <div className={styles.pay}>
          <span>Pay with</span>
          <Segmented
            label="Pay with"
            value={asset}
            options={assets.map((value) => ({ value, label: assetNames[value] }))}
            onChange={setChosen}
          />
        </div>
      )}
      <PriceLine land={land} asset={asset} />
      {step.name === "failed" && <Banner kind="danger">{step.problem}</Banner>}
      {step.name === "choosing" && step.note !== undefined && <Banner kind="info">{step.note}</Banner>}
      {asset === "TON" && wallet && (
        <Suspense>
          <WalletLine ui={wallet.ui} />
        </Suspense>
      )}
      <Button
        kind="primary"
        size="large"
        wide
        disabled={asset === undefined || land === 0n}
        onClick={() => asset && claim.start(asset, land)}
      >
        {land === 0n ? "Claim LAND" : `Claim ${formatMoneyInFull(land)}`}
      </Button>
    </div>
  );
};

const assetNames: Readonly<Record<MiniAsset, string>> = { TON: "Toncoin", STAR: "Stars, 20% off" };

interface PriceLineProps {
  /** ×1e18. */
  readonly land: bigint;
  readonly asset: MiniAsset | undefined;
}

/** The price in dollars; the exact coin amount appears after ordering, valid for a minute. */
const PriceLine = ({ land, asset }: PriceLineProps) => {
  const { numerator, denominator } = starDiscount;
  return (
    <p className={styles.price} aria-live="polite">
      <span>You pay</span>
      <b>
        {asset === "STAR" && <s aria-label={`instead of ${formatDollars(land)}`}>{formatDollars(land)}</s>}{" "}
        {formatDollars(asset === "STAR" ? (land * numerator) / denominator : land)}{" "}
        {asset === "STAR" ? "in Stars" : "in toncoin, at the current rate + 5%"}
      </b>
    </p>
  );
};

/** Runs the dialog's claim, and ends it with the dialog. */
const useMiniClaim = (deps: MiniClaimDeps) => {
  const { owner } = deps;
  const [claim] = useState(() => createMiniClaim(browserEffects(deps)));
  const step = useSyncExternalStore(claim.subscribe, claim.get);
  const wallet = useSyncExternalStore(tonWallet.subscribe, tonWallet.get);
  useEffect(() => {
    // On failure the wallet is connected when needed.
    void restoreTonWallet(owner).catch(() => undefined);
    return () => {
      claim.close();
      tonWallet.get()?.ui.closeModal();
    };
  }, [claim, owner]);
  return { claim, step, wallet };
};

interface UnderWayProps {
  readonly step: Exclude<MiniStep, { readonly name: "choosing" | "failed" }>;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

const nano = 10n ** 9n;
const places = ["connecting", "ordering", "signing", "waiting"] as const;

/** Progress of a claim. */
const ClaimProgress = ({ step, onAgain, onClose }: UnderWayProps) => {
  if (step.name === "credited")
    return (
      <div className={styles.credited}>
        <Icon name="check" size={28} />
        <h3>{chainMessages.landClaimed}</h3>
        <p>
          <b>{formatMoneyInFull(step.land)}</b> added to your account.
        </p>
        <div className="fh-row">
          <Button onClick={onAgain}>Claim more</Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    );
  if (step.name === "invoice")
    return (
      <div className={styles.claim} role="status">
        <p>
          Confirm the payment of <b>{step.order.stars} Stars</b> in the messaging app for{" "}
          {formatMoneyInFull(step.order.land)}.
        </p>
      </div>
    );
  const confirm =
    step.name === "signing"
      ? `Confirm ${toShort(BigInt(step.order.amountNano), nano, 9)} TON in your wallet within a minute`
      : "Confirm in your wallet";
  return (
    <div className={styles.claim}>
      <StepList
        steps={["Connect your wallet", "Get the current rate", confirm, "Wait for the chain"]}
        at={places.indexOf(step.name)}
      />
      {step.name === "waiting" && (
        <p className={styles.note}>You can leave this page. LAND is credited once the payment is confirmed.</p>
      )}
    </div>
  );
};

interface MiniClaimDeps {
  /** The messaging user's id, by which the wallet is stored. */
  readonly owner: string;
  /** Opens an invoice in the messaging app. */
  readonly openInvoice: (link: string) => Promise<InvoiceStatus>;
  readonly onClose: () => void;
  /** Called when LAND is credited. */
  readonly onCredited: () => void;
}

const askAgainMs = 1000;
/** Uses the user's own team, and no alert: the dialog shows errors. */
const own = { personal: true, silent: true } as const;

const browserEffects = ({ owner, openInvoice, onClose, onCredited }: MiniClaimDeps): MiniClaimEffects => ({
  connect: async () => (await loadTonWallet(owner)).connect(),
  order: (asset, land) => send(createMiniOrder, { ...own, body: { asset, land: land.toString() } }),
  pay: async ({ destination, amountNano, comment, validUntil, network }) =>
    (await loadTonWallet(owner)).pay({ destination, nano: amountNano, comment, validUntil, network }),
  openInvoice,
  statusOf: async (id) => {
    try {
      return (await send(miniOrder, { ...own, params: { id } })).status;
    } catch (error) {
      // The payment does not depend on this response: it is polled again.
      if (error instanceof NetworkError) return "WAITING";
      throw error;
    }
  },
  pause: () => new Promise((resolve) => setTimeout(resolve, askAgainMs)),
  submitted: () => {
    toast(chainMessages.submitted);
    onClose();
  },
  credited: () => {
    toast(chainMessages.landClaimed);
    onCredited();
  },
  problemOf: (error) => {
    if (error instanceof TonRefusal || error instanceof ApiError) return error.message;
    return error instanceof NetworkError ? messages.networkError : chainMessages.transactionFailed;
  },
});
