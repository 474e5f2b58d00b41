import { Signature } from "ethers";
import { usdAbi } from "../../../../resources/contracts.ts";
import { contractAt, type Connection } from "./connection.ts";

interface Permission {
  readonly spender: string;
  readonly amount: bigint;
  /** Unix seconds. */
  readonly deadline: number;
}

export interface Permit {
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
export const signPermit = async (
  connection: Connection,
  { spender, amount, deadline }: Permission,
): Promise<Permit> => {
  const { address, network, signer } = connection;
  const usd = contractAt(connection, "usd", usdAbi);
  const [name, nonce] = await Promise.all([usd.name!() as Promise<string>, usd.nonces!(address) as Promise<bigint>]);
  const domain = { name, version: "1", chainId: network.chainId, verifyingContract: await usd.getAddress() };
  const message = { owner: address, spender, value: amount, nonce, deadline };
  const { v, r, s } = Signature.from(await signer.signTypedData(domain, types, message));
  return { deadline, v, r, s };
};
