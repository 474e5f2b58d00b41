/** Client for other APIs, such as a chain's node. No tokens, no retries, five seconds. */
import { messages } from "../../../resources/declare/messages.ts";
import { secondaryTimeoutMs } from "../../../resources/limits.ts";

/** Posts JSON and returns the response's JSON. Throws after the time-out. */
export const postJson = async (url: string, body: unknown): Promise<unknown> => {
  const headers = { "content-type": "application/json" };
  const signal = AbortSignal.timeout(secondaryTimeoutMs);
  try {
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal });
    return await response.json();
  } catch (error) {
    throw new Error(messages.networkError, { cause: error });
  }
};
