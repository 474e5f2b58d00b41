/** Link effects for another wallet, with a real browser and server: like sign-in, for the current user. */
import { linkWallet, walletMessage } from "../../../../resources/account/wallets.ts";
import { send } from "../../api/client.ts";
import { currentChainId, signText } from "../../chains/wallets/requests.ts";
import { browserEffects, providerOf } from "./browser-effects.ts";
import { withFreshSignature } from "./with-fresh-signature.ts";
import type { SessionEffects } from "./session.ts";

export const linkEffects: SessionEffects = {
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
