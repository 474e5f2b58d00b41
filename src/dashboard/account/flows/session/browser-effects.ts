/** Sign-in effects with a real browser and server. */
import * as calls from "../../../../../resources/account/session.ts";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import { send } from "../../../api/client.ts";
import { ApiError, NetworkError } from "../../../api/errors.ts";
import { loadSession } from "../../../api/session/load.ts";
import { session } from "../../../api/session/session.ts";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { walletProblem } from "../../../chains/wallets/problems.ts";
import type { WalletProvider } from "../../../chains/wallets/provider.ts";
import { currentChainId, onAccountChange, requestAccount, signText } from "../../../chains/wallets/requests.ts";
import { rememberedInviteCode } from "./invite-code.ts";
import { rememberWallet } from "../../../chains/wallets/last-wallet.ts";
import type { SessionProblem, SignedMessage } from "./machine.ts";
import type { SessionEffects } from "./session.ts";

const appName = "freehold";

export const browserEffects: SessionEffects = {
  connect: (wallet) => requestAccount(providerOf(wallet)),
  sign: async (wallet, address) => {
    const chainId = await currentChainId(providerOf(wallet));
    const query = { chainId, walletType: wallet.walletType };
    const { message, nonce } = await send(calls.signInMessage, { params: { address }, query });
    return { nonce, signature: await signText(providerOf(wallet), address, message) };
  },
  verify: async (wallet, address, signed) => {
    session.setAuth(await tokensFor(wallet, address, signed));
    try {
      await loadSession();
    } catch (error) {
      session.clear();
      throw error;
    }
    // Without IndexedDB, the user selects the wallet again next time.
    await rememberWallet(wallet.key).catch(() => undefined);
  },
  watchAccount: (wallet, address, onOther) =>
    onAccountChange(providerOf(wallet), (current) => {
      if (current?.toLowerCase() !== address.toLowerCase()) onOther();
    }),
  problemOf: (error) => problemOf(error),
  accountChanged: { kind: "account-changed", message: chainMessages.walletAccountChanged },
};

/** Exchanges the signature for a one-time token, and that for session tokens. */
const tokensFor = async ({ walletType }: Wallet, address: string, { nonce, signature }: SignedMessage) => {
  const inviteCode = rememberedInviteCode();
  const body = { signature, nonce, appName, walletType, ...(inviteCode !== undefined && { inviteCode }) };
  const { stoken } = await send(calls.signIn, { params: { address }, body });
  return send(calls.session, { params: { stoken } });
};

const problemOf = (error: unknown): SessionProblem => {
  if (error instanceof NetworkError) return { kind: "failed", message: messages.networkError };
  if (error instanceof ApiError) return { kind: "failed", message: error.message };
  const { kind, message } = walletProblem(error);
  return { kind: kind === "rejected" || kind === "pending" ? kind : "failed", message };
};

export const providerOf = ({ name, provider }: Wallet): WalletProvider => {
  if (provider) return provider;
  throw new Error(chainMessages.walletNotInstalled.replace("{wallet}", name));
};
