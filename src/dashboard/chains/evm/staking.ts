/** Boost's NFTs and tokens: minting, staking and unstaking, each one transaction of the wallet. */
import { stakingAbi } from "../../../../resources/chains/contracts.ts";
import type { StakeAct } from "./stake-act.ts";
import { assertHolds } from "./assert-holds.ts";
import { contractAt, type Connection } from "./connection.ts";
import { contractOn } from "./networks.ts";
import { sendRaised } from "./send-raised.ts";

/**
 * Has the wallet approve the tokens to stake; returns the hash, or undefined if already approved or nothing is staked.
 */
export const approveFor = async (
  connection: Connection,
  act: StakeAct,
  onAsk: () => void,
): Promise<string | undefined> => {
  const { network, address } = connection;
  if (act.kind === "stake-nft") {
    const nft = contractAt(connection, "boostNft", stakingAbi.nft);
    const spender = contractOn(network, "nftStaking");
    const approved = (await nft.getApproved!(act.id)) as string;
    if (approved.toLowerCase() === spender.toLowerCase()) return undefined;
    onAsk();
    return sendRaised(connection, await nft.approve!.populateTransaction(spender, act.id));
  }
  if (act.kind !== "stake") return undefined;
  const token = contractAt(connection, "boostToken", stakingAbi.token);
  const spender = contractOn(network, "tokenStaking");
  await assertHolds(connection, token, act.amount);
  if (((await token.allowance!(address, spender)) as bigint) >= act.amount) return undefined;
  onAsk();
  return sendRaised(connection, await token.approve!.populateTransaction(spender, act.amount));
};

/** Has the wallet send the transaction; returns its hash. */
export const sendAct = async (connection: Connection, act: StakeAct): Promise<string> =>
  sendRaised(connection, await requestOf(connection, act));

const requestOf = (connection: Connection, act: StakeAct) => {
  const nftStaking = () => contractAt(connection, "nftStaking", stakingAbi.nftStaking);
  const tokenStaking = () => contractAt(connection, "tokenStaking", stakingAbi.tokenStaking);
  switch (act.kind) {
    case "mint":
      return contractAt(connection, "boostNft", stakingAbi.nft).mint!.populateTransaction();
    case "stake-nft":
      return nftStaking().stake!.populateTransaction(act.id);
    case "unstake-nft":
      return nftStaking().unstake!.populateTransaction(act.id);
    case "stake":
      return tokenStaking().stake!.populateTransaction(act.amount);
    case "withdraw":
      return tokenStaking().withdraw!.populateTransaction(act.amount);
  }
};
