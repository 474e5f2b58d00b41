/** Confirms one call: a signature by one of the user's wallets, or another sign-in by the messaging app. */
import type { MessagesToSign } from "../../../../../resources/account/fresh-signature.ts";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { config } from "../../../api/config.ts";
import { ApiError } from "../../../api/errors.ts";
import { freshSignIn } from "../../../api/session/fresh-sign-in.ts";
import { session } from "../../../api/session/session.ts";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { findPresentWallets } from "../../../chains/wallets/find-present-wallets.ts";
import { lastWallet } from "../../../chains/wallets/last-wallet.ts";
import { walletProblem } from "../../../chains/wallets/problems.ts";
import type { WalletProvider } from "../../../chains/wallets/provider.ts";
import { openAccounts, requestAccount, signText } from "../../../chains/wallets/requests.ts";
import { attempt } from "../../../lib/async/attempt.ts";
import { holdToast } from "../../../ui/toast/toast.ts";

type Messages = MessagesToSign["messages"];

/** Returns the nonce and signature for the request's header; undefined after another sign-in. Throws ApiError. */
export const freshSignature = async (messages: Messages): Promise<string | undefined> => {
  if (freshSignIn.by) {
    await freshSignIn.by().catch((error: unknown) => refuse((error as Error).message));
    return undefined;
  }
  if (messages.length === 0) return refuse(chainMessages.signatureBySignIn);
  const hideToast = holdToast(chainMessages.signatureAsked);
  try {
    const { provider, message } = await signerOf(messages);
    return `${message.nonce} ${await signText(provider, message.address, message.message)}`;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const { kind, message } = walletProblem(error);
    return refuse(kind === "rejected" ? chainMessages.signatureDeclined : message);
  } finally {
    hideToast();
  }
};

/** The first wallet of this browser with one of the accounts. The sign-in wallet may ask to connect again. */
const signerOf = async (messages: Messages) => {
  const wallets = await findPresentWallets({ offerDevWallet: config.get().features.devWallet });
  for (const { provider } of wallets) {
    const signer = signerAmong(provider, messages, (await attempt(() => openAccounts(provider!))) ?? []);
    if (signer) return signer;
  }
  const { provider } = (await walletOfSignIn(wallets)) ?? {};
  const signer = provider && signerAmong(provider, messages, [await requestAccount(provider)]);
  return signer ?? refuse(chainMessages.signatureByOther.replace("{address}", messages[0]!.address));
};

/** The last wallet used in this browser; else one of the type last used with the account. */
const walletOfSignIn = async (wallets: readonly Wallet[]): Promise<Wallet | undefined> => {
  const last = await attempt(lastWallet);
  const type = session.get().user?.wallet?.walletType;
  return wallets.find(({ key }) => key === last) ?? wallets.find(({ walletType }) => walletType === type) ?? wallets[0];
};

const signerAmong = (provider: WalletProvider | undefined, messages: Messages, accounts: readonly string[]) => {
  const own = new Set(accounts.map((account) => account.toLowerCase()));
  const message = messages.find(({ address }) => own.has(address.toLowerCase()));
  return provider && message && { provider, message };
};

/** An error that the screen shows: the session continues, so it must not look ended. */
const refuse = (message: string): never => {
  throw new ApiError(message, { status: 428, code: "FRESH_SIGNATURE_REQUIRED" });
};
