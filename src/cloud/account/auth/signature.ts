/** The signer of a message: an address's key or its contract. */
import { AbiCoder, concat, hashMessage } from "ethers";
import { readArtifacts } from "../../engines/evm/artifacts.ts";
import type { Evm } from "../../engines/evm/evm.ts";
import { messageSigner } from "../../engines/evm/message-signer.ts";
import { AppError } from "../../kernel/app-error.ts";

export interface SignedMessage {
  readonly address: string;
  readonly message: string;
  readonly signature: string;
  /** The message's chain: a contract owns its address only there. */
  readonly chainId: number;
}

export type Signer = "key" | "contract";

/** Undefined if neither the address's key nor its contract signed the message. */
export type SignatureCheck = (signed: SignedMessage) => Promise<Signer | undefined>;

/** `evm`: chains whose contracts may sign; default: none. */
export const createSignatureCheck =
  (evm: Pick<Evm, "chains"> | undefined): SignatureCheck =>
  async (signed) => {
    if (messageSigner(signed.message, signed.signature) === signed.address.toLowerCase()) return "key";
    return evm && (await isSignedByContract(evm, signed)) ? "contract" : undefined;
  };

const answerMs = 10_000;

/**
 * For contract wallets: the contract accepts the signature (ERC-1271), or the signature includes its deployment
 * (ERC-6492). One read-only call without a recipient runs src/cloud/contracts/SignatureValidator.sol.
 */
const isSignedByContract = async (evm: Pick<Evm, "chains">, signed: SignedMessage): Promise<boolean> => {
  const { address, message, signature, chainId } = signed;
  const chain = evm.chains.find((candidate) => candidate.chainId === chainId);
  // An unused local devnet has no wallets, so invalid input must not start it.
  if (!chain || signature.length % 2 !== 0 || !(await chain.hasHistory())) return false;
  const { SignatureValidator } = await readArtifacts<"SignatureValidator">();
  const values = [address, hashMessage(message), signature];
  const input = AbiCoder.defaultAbiCoder().encode(["address", "bytes32", "bytes"], values);
  try {
    const provider = await chain.connect();
    return BigInt(await inTime(provider.call({ data: concat([SignatureValidator.bytecode, input]) }))) === 1n;
  } catch (error) {
    // The contract, or the deployment in the signature, failed.
    if ((error as { readonly code?: unknown }).code === "CALL_EXCEPTION") return false;
    throw new AppError("WALLET_NETWORK_UNREACHABLE");
  }
};

const inTime = async (answer: Promise<string>): Promise<string> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The node did not respond in time.")), answerMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
};
