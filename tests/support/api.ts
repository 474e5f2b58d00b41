import type { PrivateKeyAccount } from "viem/accounts";
import type { AuthData } from "../../resources/account/session.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The envelope, or whatever JSON came; undefined when it was none. */
  readonly body: { code: unknown; message: string; data: never };
  readonly text: string;
}

interface Asked {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Makes a request to a cloud: call("POST /api/auth/refresh", { body }). */
export interface Call {
  (line: string, asked?: Asked): Promise<Answer>;
  readonly url: string;
}

/** A client of the cloud at that address. */
export const callerOf = (url: string): Call => {
  const call = async (line: string, { token, body, headers = {} }: Asked = {}): Promise<Answer> => {
    const [method, path] = line.split(" ") as [string, string];
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: token }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) as Answer["body"] };
  };
  return Object.assign(call, { url });
};

/** Signs a sign-in message, and goes as far as the one-time token. */
export const sign = async (call: Call, account: PrivateKeyAccount): Promise<string> => {
  const asked = await call(`GET /api/auth/web3code/${account.address}`);
  const { message, nonce } = asked.body.data as { message: string; nonce: string };
  const signature = await account.signMessage({ message });
  const answered = await call(`POST /api/auth/web3login/${account.address}`, {
    body: { signature, nonce, appName: "test" },
  });
  return (answered.body.data as { stoken: string }).stoken;
};

/** Signs in as the holder of a key. */
export const signInto = async (call: Call, account: PrivateKeyAccount): Promise<AuthData> =>
  (await call(`POST /api/auth/st/${await sign(call, account)}`)).body.data as AuthData;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
