import type { Contract } from "ethers";
import type { Connection } from "./connection.ts";

/** Throws INSUFFICIENT_FUNDS if the account holds less of a token than an amount: before the wallet signs anything. */
export const assertHolds = async (
  { address }: Pick<Connection, "address">,
  token: Contract,
  amount: bigint,
): Promise<void> => {
  const balance = (await token.balanceOf!(address)) as bigint;
  if (balance < amount) throw Object.assign(new Error("insufficient balance"), { code: "INSUFFICIENT_FUNDS" });
};
