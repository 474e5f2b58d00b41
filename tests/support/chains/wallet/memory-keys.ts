/** A key store in memory, for injected wallets and unit tests. */
import type { KeyStore } from "../../../../src/dashboard/chains/wallets/dev/key-store.ts";
import type { PrivateKey } from "../../../../src/dashboard/chains/wallets/dev/signer.ts";

export const memoryKeys = (privateKey?: PrivateKey): KeyStore & { replace(key: PrivateKey): void } => {
  let stored = privateKey;
  let connected = false;
  return {
    key: async (create) => (stored ??= create()),
    connected: async () => connected,
    setConnected: async (value) => {
      connected = value;
    },
    replace: (key) => {
      stored = key;
    },
  };
};
