import { formatMoney, formatUsd } from "../../../../../resources/money.ts";
import { useState } from "react";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import styles from "./session.module.css";
import { useSession } from "./use-session.ts";
import { WalletPanel } from "./wallet-panel.tsx";
import { mergeAccount, mergeMessage, mergePreview, type MergePreview } from "../../../../../resources/account/merge.ts";
import type { AuthData } from "../../../../../resources/account/session.ts";
import { boost } from "../../../../../resources/boost/pages.ts";
import { pageHref } from "../../../../../resources/declare/href.ts";
import { send } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { sessionKeys } from "../../../api/session/keys.ts";
import { session } from "../../../api/session/session.ts";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { currentChainId, signText } from "../../../chains/wallets/requests.ts";
import { formatPoints } from "../../../lib/format/points.ts";
import { startLeaving } from "../../../lib/leaving.ts";
import { shortenAddress } from "../../../lib/format/shorten.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { providerOf, browserEffects } from "./browser-effects.ts";
import type { SignedMessage } from "./machine.ts";
import type { SessionEffects } from "./session.ts";
import { linkWallet, walletMessage } from "../../../../../resources/account/wallets.ts";
import { withFreshSignature } from "./with-fresh-signature.ts";

interface LinkWalletDialogProps {
  /** Whether to merge with the wallet's existing account; otherwise the wallet is refused. */
  readonly merges?: boolean;
  readonly onLinked: () => void;
  readonly onClose: () => void;
}

/** Selects another wallet of the signed-in user and has it sign the link message. */
export const LinkWalletDialog = ({ merges = false, onLinked, onClose }: LinkWalletDialogProps) => {
  const [effects] = useState(() => (merges ? createMergeEffects() : linkEffects));
  const { session, state, wallets } = useSession(onLinked, effects);
  return (
    <Dialog title="Link wallet" onClose={onClose}>
      {(state.name === "idle" || state.name === "choosing") && (
        <p className={styles.lead}>
          Choose a wallet you own. If it holds several accounts, switch to the one to link first.
          {merges && " If that wallet has an account here, you can merge this one into it."}
        </p>
      )}
      {wallets ? (
        <WalletPanel session={session} state={state} wallets={wallets} failedTitle="Wallet not linked" />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  );
};

/** The user saw the preview and declined. */
class Declined extends Error {}

/** Links a wallet to a mini app account. If the wallet has an account, merges both after the user agrees. */
const createMergeEffects = (): SessionEffects => {
  /** Nonce of the signed merge message; links have another. */
  let mergeNonce: string | undefined;

  const signMerge = async (wallet: Wallet, address: string): Promise<SignedMessage> => {
    const query = { chainId: await currentChainId(providerOf(wallet)) };
    // First, because it rejects accounts that can't be merged.
    const { message, nonce } = await send(mergeMessage, { params: { address }, query, silent: true });
    const preview = await send(mergePreview, { silent: true });
    const question = {
      title: "Merge accounts?",
      text: <MergeRule address={address} preview={preview} />,
    };
    if (!(await dialogs.confirm({ ...question, ok: "Merge accounts", danger: true }))) throw new Declined();
    mergeNonce = nonce;
    return { nonce, signature: await signText(providerOf(wallet), address, message) };
  };

  return {
    ...linkEffects,
    sign: async (wallet, address) => {
      try {
        return await linkEffects.sign(wallet, address);
      } catch (error) {
        if (error instanceof ApiError && error.code === "WALLET_TAKEN") return signMerge(wallet, address);
        throw error;
      }
    },
    verify: async (wallet, address, signed) => {
      if (signed.nonce !== mergeNonce) return linkEffects.verify(wallet, address, signed);
      enterBoost(await send(mergeAccount, { body: { address, ...signed }, silent: true }));
      // Reloads the page, because it shows the account that ended.
      await new Promise<never>(() => undefined);
    },
    problemOf: (error) =>
      error instanceof Declined
        ? { kind: "rejected", message: "The accounts were not merged. Nothing has changed." }
        : linkEffects.problemOf(error),
  };
};

/** Continues as the wallet's user with a full reload. Only the mini app's user id is kept from the previous session. */
const enterBoost = (auth: AuthData): void => {
  const messagingUser = localStorage.getItem(sessionKeys.messagingUser);
  session.clear();
  if (messagingUser !== null) localStorage.setItem(sessionKeys.messagingUser, messagingUser);
  session.setAuth(auth);
  startLeaving();
  location.assign(pageHref(boost));
};

interface MergeRuleProps {
  readonly address: string;
  readonly preview: MergePreview;
}

const MergeRule = ({ address, preview: { land, points, boostPoints, usdt } }: MergeRuleProps) => (
  <div className={styles.rule}>
    <p>
      {shortenAddress(address)} already has an account. Your mini app account moves into it, and the mini app opens that
      account from then on. This can&apos;t be undone.
    </p>
    <dl>
      <Move label="Balance" amount={formatMoney(land)} />
      <Move label="Rewards points" amount={BigInt(points).toLocaleString("en")} />
      <Move label="Boost points" amount={formatPoints(BigInt(boostPoints))} />
      <Move label="USDT" amount={formatUsd(BigInt(usdt) * 10n ** 12n)} />
    </dl>
    <ul>
      <li>Boost history, cards, stages, spins and invitees also move.</li>
      <li>Rewards received by both accounts count once. A stage unlocked by both is refunded.</li>
    </ul>
  </div>
);

const Move = ({ label, amount }: { readonly label: string; readonly amount: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{amount}</dd>
  </div>
);

/** Link effects for another wallet, with a real browser and server: like sign-in, for the current user. */
const linkEffects: SessionEffects = {
  ...browserEffects,
  sign: async (wallet, address) => {
    const query = { chainId: await currentChainId(providerOf(wallet)) };
    const { message, nonce } = await send(walletMessage, { params: { address }, query, silent: true });
    return { nonce, signature: await signText(providerOf(wallet), address, message) };
  },
  verify: async ({ walletType }, address, { nonce, signature }) => {
    await withFreshSignature(send)(linkWallet, { body: { address, nonce, signature, walletType }, silent: true });
  },
};
