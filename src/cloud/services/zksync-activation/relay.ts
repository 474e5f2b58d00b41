/** Sends a registration at the server's cost. */
import { registrationAbi } from "../../../../resources/contracts.ts";
import type { EvmChain } from "../../engines/evm/evm.ts";

interface Registered {
  readonly account: string;
  /** bytes32. */
  readonly uid: string;
}

/** sent: its event follows. there: already registered. taken: the wallet or account is registered with another. */
export type Relayed = "sent" | "there" | "taken";

/** `sign`: the registrar's signature. Throws when the chain is unavailable or the transaction fails. */
export const relayRegistration = async (
  chain: Pick<EvmChain, "contracts" | "signer">,
  { account, uid }: Registered,
  sign: () => Promise<string>,
): Promise<Relayed> => {
  const { Contract } = await import("ethers");
  const contract = new Contract(chain.contracts.registration!, registrationAbi, await chain.signer("relayer"));
  const stands = async (): Promise<Relayed | undefined> => {
    const [uidThere, accountThere] = (await Promise.all([
      contract.getFunction("uidOf")(account),
      contract.getFunction("accountOf")(uid),
    ])) as [string, string];
    if (uidThere.toLowerCase() === uid.toLowerCase()) return "there";
    return BigInt(uidThere) === 0n && BigInt(accountThere) === 0n ? undefined : "taken";
  };
  const before = await stands();
  if (before) return before;
  try {
    const sent = (await contract.getFunction("registerAccount")(account, uid, await sign())) as {
      wait(): Promise<unknown>;
    };
    await sent.wait();
    return "sent";
  } catch (error) {
    // Another sender may have submitted the same signature meanwhile.
    const after = await stands();
    if (after) return after;
    throw error;
  }
};
