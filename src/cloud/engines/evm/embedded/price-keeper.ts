/** Brings a chain's price feed up to date, as the feeder, while the chain is used. */
import { Contract, type Wallet } from "ethers";
import { priceFeedAbi } from "../../../../../resources/contracts.ts";

/** A change smaller than this part of the price is not worth a block. */
const partThatCounts = 200n;
/** More than it ever takes. An estimate made in the last block's own second leaves out what a new time costs, and would run out. */
const gasLimit = 120_000n;

/** Writes what the coin costs now into the contract, in US dollars ×1e18, unless it says nearly that. */
export const keepPrice = async (feeder: Wallet, priceFeed: string, price: bigint): Promise<void> => {
  const contract = new Contract(priceFeed, priceFeedAbi, feeder);
  const known = (await contract.getFunction("fetchPrice").staticCall()) as bigint;
  const difference = known > price ? known - price : price - known;
  if (difference * partThatCounts <= known) return;
  await contract.getFunction("setPrice").send(price, { gasLimit });
};
