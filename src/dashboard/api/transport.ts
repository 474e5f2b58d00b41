/** HTTP by axios: loaded with the first call that the page's inline script has not made already. */
import axios, { isAxiosError, type AxiosRequestConfig } from "axios";
import { networkRetryDelayMs } from "../../../resources/limits.ts";
import { messages } from "../../../resources/declare/messages.ts";
import { CanceledError, NetworkError } from "./errors.ts";
import { interruptions } from "./interruptions.ts";

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Makes a request; resolves with any status. Retries after network failures, waiting 3000 ms × the attempt's number.
 * Throws CanceledError if the caller aborts it or the page is left.
 */
export const transfer = async (request: AxiosRequestConfig, retries: number): Promise<Answer> => {
  try {
    return await once(request);
  } catch (error) {
    if (retries === 0 || !(error instanceof NetworkError)) throw error;
  }
  interruptions.set(interruptions.get() + 1);
  try {
    return await repeat(request, retries);
  } finally {
    interruptions.set(interruptions.get() - 1);
  }
};

const repeat = async (request: AxiosRequestConfig, retries: number): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, networkRetryDelayMs * attempt));
    try {
      return await once(request);
    } catch (error) {
      if (attempt === retries || !(error instanceof NetworkError)) throw error;
    }
  }
};

const once = async (request: AxiosRequestConfig): Promise<Answer> => {
  try {
    const { status, data } = await axios.request<unknown>({ ...request, validateStatus: null });
    return { status, body: data };
  } catch (error) {
    if (!isAxiosError(error) || error.code === "ERR_CANCELED") throw error;
    if (error.message === messages.requestAborted) throw new CanceledError(messages.requestAborted);
    throw new NetworkError(error.message);
  }
};
