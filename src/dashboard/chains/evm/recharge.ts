/** Claims of LAND: the recharge contract's price, and the payment in the chain's native coin or in the stablecoin. */
import { Signature, type Contract } from "ethers";
import { permitSeconds } from "../../../../resources/chains/limits.ts";
import { rechargeAbi, usdAbi } from "../../../../resources/chains/contracts.ts";
import { codesIn } from "../wallets/error-chain.ts";
import { refusals } from "../wallets/provider.ts";
import { assertHolds } from "./assert-holds.ts";
import { contractAt, type Connection } from "./connection.ts";
import { contractOn, type EvmNetwork } from "./networks.ts";
import { quoteFor, type Order, type PayStep, type Quote } from "./quote.ts";
import { readContract } from "./read-contract.ts";
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

interface Permission {
  readonly spender: string;
  readonly amount: bigint;
  /** Unix seconds. */
  readonly deadline: number;
}

interface Permit {
  readonly deadline: number;
  readonly v: number;
  readonly r: string;
  readonly s: string;
}

const types = {
  Permit: [
    { name: "owner", type: "address" },
    { name: "spender", type: "address" },
    { name: "value", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
};

/** EIP-2612: has the wallet sign that the spender may transfer an amount of the stablecoin. */
const signPermit = async (connection: Connection, { spender, amount, deadline }: Permission): Promise<Permit> => {
  const { address, network, signer } = connection;
  const usd = contractAt(connection, "usd", usdAbi);
  const [name, nonce] = await Promise.all([usd.name!() as Promise<string>, usd.nonces!(address) as Promise<bigint>]);
  const domain = { name, version: "1", chainId: network.chainId, verifyingContract: await usd.getAddress() };
  const message = { owner: address, spender, value: amount, nonce, deadline };
  const { v, r, s } = Signature.from(await signer.signTypedData(domain, types, message));
  return { deadline, v, r, s };
};
