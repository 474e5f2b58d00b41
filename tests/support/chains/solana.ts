/** Creates a Solana wallet that uses a server's JSON-RPC like programs outside the browser. */
import {
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signBytes,
  signTransactionMessageWithSigners,
  address as asAddress,
} from "@solana/kit";
import { getAddMemoInstruction } from "@solana-program/memo";
import { getTransferSolInstruction } from "@solana-program/system";

/** The memo program on the chain; the library's default is a newer one. */
const memoProgram = asAddress("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

export const newSolanaWallet = async (rpcUrl: string) => {
  const rpc = createSolanaRpc(rpcUrl);
  const signer = await generateKeyPairSigner();
  const { address } = signer;

  /** Pays 1,000 lamports to `destination`, with an optional memo. Sends and returns the wire transaction. */
  const pay = async (destination: string, memo?: string) => {
    const { value: blockhash } = await rpc.getLatestBlockhash().send();
    const transfer = getTransferSolInstruction({
      source: signer,
      destination: asAddress(destination),
      amount: lamports(1_000_000n),
    });
    const memos = memo === undefined ? [] : [getAddMemoInstruction({ memo }, { programAddress: memoProgram })];
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (each) => setTransactionMessageFeePayerSigner(signer, each),
      (each) => setTransactionMessageLifetimeUsingBlockhash(blockhash, each),
      (each) => appendTransactionMessageInstructions([transfer, ...memos], each),
    );
    const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
    return { wire, signature: await rpc.sendTransaction(wire, { encoding: "base64" }).send() };
  };

  return {
    rpc,
    address,
    pay,
    fund: (amount = 1_000_000_000n) => rpc.requestAirdrop(address, lamports(amount)).send(),
    balance: async () => (await rpc.getBalance(address).send()).value as bigint,
    /** Signs a text with ed25519; returns base58. */
    sign: async (text: string) =>
      getBase58Decoder().decode(await signBytes(signer.keyPair.privateKey, new TextEncoder().encode(text))),
  };
};
