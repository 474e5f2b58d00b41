/** ABIs of a rollup's contracts, entered by its team; each is fetched once per visit. */
import { rollupAbi } from "../../../../../resources/raas/public-calls.ts";
import { send } from "../../../api/client.ts";

export interface GivenAbi {
  readonly name: string | null;
  /** JSON text. */
  readonly abi: string | null;
  /** Null unless the contract was verified. */
  readonly match: "exact" | "partial" | null;
}

const none: GivenAbi = { name: null, abi: null, match: null };
const cache = new Map<string, Promise<GivenAbi>>();

/** Fetches the ABI; resolves to nothing if there is none or the server can't be reached. */
export const givenAbi = (chainId: string, address: string): Promise<GivenAbi> => {
  const key = keyOf(chainId, address);
  const cached = cache.get(key);
  if (cached) return cached;
  const answer = send(rollupAbi, { params: { chainId, address }, silent: true }).catch(() => {
    cache.delete(key);
    return none;
  });
  cache.set(key, answer);
  return answer;
};

/** Drops the cached ABI after it was replaced. */
export const forgetAbi = (chainId: string, address: string): void => void cache.delete(keyOf(chainId, address));

const keyOf = (chainId: string, address: string): string => `${chainId} ${address.toLowerCase()}`;
