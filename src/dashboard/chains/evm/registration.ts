/** Activation: the registration contract, which maps one wallet to each account and one account to each wallet. */
import { registrationAbi } from "../../../../resources/chains/contracts.ts";
import { contractAt, type Connection } from "./connection.ts";
import { sendRaised } from "./send-raised.ts";

interface Registered {
  readonly account: string;
  /** bytes32. */
  readonly euid: string;
}

/** Returns for which account that wallet is registered: this one, another one, or none. */
export const registeredFor = async (
  connection: Connection,
  { account, euid }: Registered,
): Promise<"this" | "another" | undefined> => {
  const contract = contractAt(connection, "registration", registrationAbi);
  if (!(await contract.accountExists!(account))) return undefined;
  return String(await contract.uidOf!(account)).toLowerCase() === euid.toLowerCase() ? "this" : "another";
};

/** Has the wallet send the registration that the server has signed; returns its hash. */
export const register = async (
  connection: Connection,
  { account, euid, signature }: Registered & { readonly signature: string },
): Promise<string> => {
  const contract = contractAt(connection, "registration", registrationAbi);
  return sendRaised(connection, await contract.registerAccount!.populateTransaction(account, euid, signature));
};
