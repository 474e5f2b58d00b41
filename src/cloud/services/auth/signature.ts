/** The signer of a message: an address's key or its contract. */
import {
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  hashMessage,
  recoverMessageAddress,
  type Address,
  type Hex,
} from "viem";
import { AppError } from "../../app-error.ts";
import type { Evm } from "../../engines/evm/evm.ts";

export interface SignedMessage {
  readonly address: Address;
  readonly message: string;
  readonly signature: Hex;
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
    if (await isSignedByKey(signed)) return "key";
    return evm && (await isSignedByContract(evm, signed)) ? "contract" : undefined;
  };

/** For wallets with a key: the address recovered from an EIP-191 signature is the signer's. */
const isSignedByKey = async ({ address, message, signature }: SignedMessage): Promise<boolean> => {
  try {
    return (await recoverMessageAddress({ message, signature })).toLowerCase() === address.toLowerCase();
  } catch {
    return false; // Not a signature: wrong length, or no curve point.
  }
};

const answerMs = 10_000;

/**
 * For contract wallets: the contract accepts the signature (ERC-1271), or the signature includes its deployment
 * (ERC-6492). One read-only call; ethers supports neither, so viem provides the code.
 */
const isSignedByContract = async (evm: Pick<Evm, "chains">, signed: SignedMessage): Promise<boolean> => {
  const { address, message, signature, chainId } = signed;
  const chain = evm.chains.find((candidate) => candidate.chainId === chainId);
  // An unused local devnet has no wallets, so invalid input must not start it.
  if (!chain || signature.length % 2 !== 0 || !(await chain.hasHistory())) return false;
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hashMessage(message), signature],
  });
  try {
    const provider = await chain.connect();
    return BigInt(await inTime(provider.call({ data }))) === 1n;
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
