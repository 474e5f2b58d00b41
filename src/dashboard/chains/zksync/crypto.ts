/**
 * zkSync Lite's own signatures (RedDSA over an embedded curve): package zksync-crypto's WebAssembly, called directly.
 */

export interface ZkSyncCrypto {
  /** Derives the private key from a seed. */
  privateKey(seed: Uint8Array): Uint8Array;
  /** Returns the 20 bytes that identify a key in an account. */
  keyHash(privateKey: Uint8Array): Uint8Array;
  /** Returns 96 bytes: the public key, then the signature. The first call takes longer, because it computes tables. */
  sign(privateKey: Uint8Array, message: Uint8Array): Uint8Array;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly __wbindgen_add_to_stack_pointer: (bytes: number) => number;
  readonly __wbindgen_malloc: (bytes: number) => number;
  readonly __wbindgen_free: (at: number, bytes: number) => void;
  readonly privateKeyFromSeed: Call;
  readonly private_key_to_pubkey_hash: Call;
  readonly sign_musig: Call;
}
/** The offset for the result, then the offset and length of each argument. */
type Call = (answerAt: number, ...places: number[]) => void;

export const openZkSyncCrypto = async (compiled: WebAssembly.Module): Promise<ZkSyncCrypto> => {
  const instance = await WebAssembly.instantiate(compiled, faultsOnly(compiled));
  const wasm = instance.exports as WebAssembly.Exports & Exports;
  const call = (name: "privateKeyFromSeed" | "private_key_to_pubkey_hash" | "sign_musig", ...inputs: Uint8Array[]) => {
    const answerAt = wasm.__wbindgen_add_to_stack_pointer(-answerBytes);
    try {
      const places = inputs.flatMap((bytes) => {
        const at = wasm.__wbindgen_malloc(bytes.length);
        new Uint8Array(wasm.memory.buffer).set(bytes, at);
        return [at, bytes.length];
      });
      wasm[name](answerAt, ...places);
      const [at = 0, length = 0] = new Int32Array(wasm.memory.buffer, answerAt, 2);
      const answer = new Uint8Array(wasm.memory.buffer).slice(at, at + length);
      wasm.__wbindgen_free(at, length);
      return answer;
    } finally {
      wasm.__wbindgen_add_to_stack_pointer(answerBytes);
    }
  };
  return {
    privateKey: (seed) => call("privateKeyFromSeed", seed),
    keyHash: (key) => call("private_key_to_pubkey_hash", key),
    sign: (key, message) => call("sign_musig", key, message),
  };
};

const answerBytes = 16;

/** Stubs the imports, which it calls only on errors. */
const faultsOnly = (compiled: WebAssembly.Module): WebAssembly.Imports => {
  const imports: Record<string, Record<string, () => never>> = {};
  for (const { module, name } of WebAssembly.Module.imports(compiled)) {
    (imports[module] ??= {})[name] = () => {
      throw new Error("zkSync signing failed.");
    };
  }
  return imports;
};
