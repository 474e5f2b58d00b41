import type { PrivateKeyAccount } from "viem/accounts";
import type { Answer, Call } from "../server/api.ts";

/** Links another wallet to the user of an access token. Returns the refusal. */
export const linkWallet = async (
  call: Call,
  token: string,
  wallet: PrivateKeyAccount,
  walletType?: string,
): Promise<Answer> => {
  const answer = await call(`GET /api/auth/user/wallets/${wallet.address}/message`, { token });
  if (answer.status !== 200) return answer;
  const { message, nonce } = answer.body.data as { message: string; nonce: string };
  const signature = await wallet.signMessage({ message });
  return call("POST /api/auth/user/wallets", {
    token,
    body: { address: wallet.address, nonce, signature, walletType },
  });
};
