import type { PrivateKeyAccount } from "viem/accounts";
import type { AuthData } from "../../../resources/account/session.ts";

/** Signs in at a running server over HTTP as the holder of the key. `more`: see `signMessage`. */
export const signIn = async (
  url: string,
  account: PrivateKeyAccount,
  more: Parameters<typeof signMessage>[2] = {},
): Promise<AuthData> =>
  data<AuthData>(fetch(`${url}/api/auth/st/${await signMessage(url, account, more)}`, { method: "POST" }));

/** Signs the sign-in message and returns the one-time token. `more`: additional body fields, such as an invite code. */
export const signMessage = async (
  url: string,
  account: PrivateKeyAccount,
  more: { readonly inviteCode?: string } = {},
): Promise<string> => {
  const challenge = await data<{ message: string; nonce: string }>(
    fetch(`${url}/api/auth/web3code/${account.address}`),
  );
  const signature = await account.signMessage({ message: challenge.message });
  const { stoken } = await data<{ stoken: string }>(
    fetch(`${url}/api/auth/web3login/${account.address}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ signature, nonce: challenge.nonce, appName: "test", ...more }),
    }),
  );
  return stoken;
};

const data = async <T>(answer: Promise<Response>): Promise<T> => {
  const response = await answer;
  const body = (await response.json()) as { data: T; message: string };
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${body.message}`);
  return body.data;
};
