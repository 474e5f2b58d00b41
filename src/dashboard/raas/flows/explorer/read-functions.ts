/** A contract's read functions, for a form. Loads ethers: import it lazily. */
import {
  isCalledIn,
  readAbi,
  readFunctions,
  signatureOf,
  typeOf,
  type DecodedValue,
} from "../../../chains/rollup/abi.ts";
import { sharedAbi } from "../../../chains/rollup/known-abi.ts";
import { readFunction, TypedValueError } from "../../../chains/rollup/read-function.ts";
import { textOf } from "../../../chains/wallets/error-chain.ts";
import type { CallRpc } from "../../../chains/rollup/json-rpc.ts";

export interface Readable {
  /** "balanceOf(address)" */
  readonly signature: string;
  readonly name: string;
  readonly inputs: readonly { readonly name: string; readonly type: string }[];
  /** Throws an Error with a message for users. */
  readonly read: (input: readonly string[]) => Promise<readonly DecodedValue[]>;
}

/** Returns the functions of the contract's ABI, or shared ones whose selectors its code contains. */
export const readable = (
  callNode: CallRpc,
  address: string,
  code: string,
  abi: string | undefined,
): readonly Readable[] => {
  const candidates = abi === undefined ? sharedAbi : readAbi(abi);
  return readFunctions(candidates)
    .filter((item) => abi !== undefined || isCalledIn(code, item))
    .map((item) => ({
      signature: signatureOf(item),
      name: item.name,
      inputs: item.inputs.map((input) => ({ name: input.name, type: typeOf(input) })),
      read: (input) => readFunction(callNode, address, item, input).catch(refuse),
    }));
};

const refuse = (error: unknown): never => {
  if (error instanceof TypedValueError) throw error;
  throw new Error(`The contract call failed: ${textOf(error).split("\n")[0]}`, { cause: error });
};
