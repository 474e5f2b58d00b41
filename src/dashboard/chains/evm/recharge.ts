/** Claims of LAND: the recharge contract's price, and the payment in the chain's native coin or in the stablecoin. */
import type { Contract } from "ethers";
import { permitSeconds } from "../../../../resources/chain-limits.ts";
import { rechargeAbi, usdAbi } from "../../../../resources/contracts.ts";
import { codesIn } from "../wallets/error-chain.ts";
import { refusals } from "../wallets/provider.ts";
import { assertHolds } from "./assert-holds.ts";
import { contractAt, type Connection } from "./connection.ts";
import { contractOn, type EvmNetwork } from "./networks.ts";
import { signPermit } from "./permit.ts";
import { readContract } from "./read-contract.ts";
import { quoteFor, type Order, type PayStep, type Quote } from "./quote.ts";
import { sendRaised, waitForReceipt } from "./send-raised.ts";

/**
 * Returns US dollars ×1e18 per native coin, by the chain's own contract. Uses the server's node: no wallet is needed.
 */
export const readPrice = (network: EvmNetwork): Promise<bigint> =>
  readContract(network, "recharge", rechargeAbi, priceOf);

/** Returns the cost by the wallet's own node, right before paying. */
export const quote = async (connection: Connection, order: Order): Promise<Quote> =>
  quoteFor(order, await priceOf(contractAt(connection, "recharge", rechargeAbi)));

/** Has the wallet sign everything that the payment needs; returns the hash of the payment. */
export const pay = async (
  connection: Connection,
  order: Order,
  { cost }: Quote,
  onStep: (step: PayStep) => void,
): Promise<string> => {
  const recharge = contractAt(connection, "recharge", rechargeAbi);
  if (order.coin === "native") {
    onStep("pay");
    return sendRaised(connection, await recharge.mintByETH!.populateTransaction(order.euid, { value: cost }));
  }
  const coin = contractOn(connection.network, "usd");
  const usd = contractAt(connection, "usd", usdAbi);
  await assertHolds(connection, usd, cost);
  onStep("permit");
  const permit = await permitOrNone(connection, cost);
  if (permit) {
    onStep("pay");
    const { deadline, v, r, s } = permit;
    const call = recharge.mintWithPermit!.populateTransaction(coin, order.euid, cost, deadline, v, r, s);
    return sendRaised(connection, await call);
  }
  onStep("approve");
  const approval = await sendRaised(connection, await usd.approve!.populateTransaction(recharge.target, cost));
  await waitForReceipt(connection, approval);
  onStep("pay");
  return sendRaised(connection, await recharge.mint!.populateTransaction(coin, order.euid, cost));
};

const priceOf = async (recharge: Contract): Promise<bigint> => (await recharge.fetchPrice!()) as bigint;

/** Returns undefined if the wallet can't sign typed data; a rejection by the user is thrown. */
const permitOrNone = async (connection: Connection, amount: bigint) => {
  try {
    const deadline = Math.floor(Date.now() / 1000) + permitSeconds;
    return await signPermit(connection, { spender: contractOn(connection.network, "recharge"), amount, deadline });
  } catch (error) {
    const codes = codesIn(error);
    const cannot = [refusals.unsupported, methodNotFound, "UNSUPPORTED_OPERATION"].some((code) => codes.includes(code));
    if (cannot) return undefined;
    throw error;
  }
};

const methodNotFound = -32601;
