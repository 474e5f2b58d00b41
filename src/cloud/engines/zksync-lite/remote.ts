import * as z from "zod";
import { zkSyncHistoryMax } from "../../../../resources/chains/zksync-limits.ts";
import type { ZkSyncLite } from "./zksync-lite.ts";
import { fetchConfigured } from "../network/fetch.ts";

const timeoutMs = 10_000;

const answer = z.object({
  result: z.object({
    list: z.array(z.object({ txHash: z.string(), status: z.string(), op: z.record(z.string(), z.unknown()) })),
  }),
});

/** Opens the network, or an archive of its history: version 0.2 of the REST API below `url`. */
export const openRemoteZkSyncLite = (url: string): ZkSyncLite => ({
  isEmbedded: false,
  handler: undefined,
  faucet: undefined,
  transactions: async (address) => {
    const endpoint = new URL(`${url.replace(/\/$/, "")}/api/v0.2/accounts/${address}/transactions`);
    endpoint.search = String(
      new URLSearchParams({ from: "latest", limit: String(zkSyncHistoryMax), direction: "older" }),
    );
    const response = await fetchConfigured(endpoint.href, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`zkSync Lite responded with ${response.status}.`);
    return answer.parse(await response.json()).result.list;
  },
});
