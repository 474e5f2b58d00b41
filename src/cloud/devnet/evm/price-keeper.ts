/** Updates a chain's price feed, as the feeder, while the chain is used. */
import { Contract, type Wallet } from "ethers";
import { priceFeedAbi } from "../../../../resources/chains/contracts.ts";

/** Changes below this fraction of the price are skipped. */
const minChangeDivisor = 200n;
/**
 * Above any actual use. An estimate in the same second as the last block omits the cost of a new timestamp and would
 * run out of gas.
 */
const gasLimit = 120_000n;

/** Writes the coin's current price into the contract, in US dollars ×1e18, unless it has barely changed. */
export const keepPrice = async (feeder: Wallet, priceFeed: string, price: bigint): Promise<void> => {
  const contract = new Contract(priceFeed, priceFeedAbi, feeder);
  const current = (await contract.getFunction("fetchPrice").staticCall()) as bigint;
  const difference = current > price ? current - price : price - current;
  if (difference * minChangeDivisor <= current) return;
  await contract.getFunction("setPrice").send(price, { gasLimit });
};
