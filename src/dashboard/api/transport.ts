/** The wire itself, by axios: loaded with the first call that the page's inline script has not made already. */
import axios, { isAxiosError, type AxiosRequestConfig } from "axios";
import { networkRetryDelayMs } from "../../../resources/limits.ts";
import { NetworkError } from "./errors.ts";

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Makes a request; any status is an answer. After a network failure it tries again, 3000 ms × the attempt's number apart.
 */
export const transfer = async (request: AxiosRequestConfig, retries: number): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { status, data } = await axios.request<unknown>({ ...request, validateStatus: null });
      return { status, body: data };
    } catch (error) {
      if (!isAxiosError(error) || error.code === "ERR_CANCELED") throw error;
      if (attempt > retries) throw new NetworkError(error.message);
      await new Promise((resolve) => setTimeout(resolve, networkRetryDelayMs * attempt));
    }
  }
};
