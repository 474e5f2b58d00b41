import wasmUrl from "zksync-crypto/dist/zksync-crypto-web_bg.wasm?url";
import { openZkSyncCrypto, type ZkSyncCrypto } from "./crypto.ts";

/** Loads the module (200 kB), once for each action that signs. */
export const loadZkSyncCrypto = async (): Promise<ZkSyncCrypto> => {
  const response = await fetch(wasmUrl);
  return openZkSyncCrypto(await WebAssembly.compile(await response.arrayBuffer()));
};
