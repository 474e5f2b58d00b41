/** The client for what is not the product's own API: a chain's node, a price feed. No tokens, no retries, five seconds. */
import { messages } from "../../../resources/messages.ts";
import { secondaryTimeoutMs } from "../../../resources/limits.ts";

/** Posts JSON and gives the answer's JSON. Throws one sentence when there is no answer within the time-out. */
export const postJson = (url: string, body: unknown): Promise<unknown> =>
  answerOf(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** Reads JSON, as postJson does. */
export const getJson = (url: string): Promise<unknown> => answerOf(url, {});

const answerOf = async (url: string, init: RequestInit): Promise<unknown> => {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(secondaryTimeoutMs) });
    return await response.json();
  } catch (error) {
    throw new Error(messages.networkError, { cause: error });
  }
};
