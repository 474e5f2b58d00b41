/** Connects to an asset canister through the network's own client libraries, loaded only if configured. */
import { createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import type { SignIdentity } from "@dfinity/agent";
import type { AssetCanister, InternetComputerSettings } from "./internet-computer.ts";

/** Throws one sentence with the name of the invalid setting. */
export const connectAssetCanister = async (
  settings: InternetComputerSettings,
  /** Private networks sign with a different key. */
  { rootKey }: { readonly rootKey?: Uint8Array } = {},
): Promise<AssetCanister> => {
  const [{ HttpAgent }, { AssetManager }] = await Promise.all([import("@dfinity/agent"), import("@dfinity/assets")]);
  const identity = await identityIn(settings.identityFile);
  const agent = await HttpAgent.create({
    host: settings.host,
    identity,
    ...(rootKey && { rootKey, verifyQuerySignatures: false }),
  });
  const manager = new AssetManager({ canisterId: settings.canisterId, agent });
  return {
    list: async () =>
      (await manager.list()).map(({ key, encodings }) => {
        const plain = encodings.find(({ content_encoding }) => content_encoding === "identity");
        return { key, sha256: plain?.sha256[0] && Uint8Array.from(plain.sha256[0]) };
      }),
    commit: async (deleted, stored) => {
      const batch = manager.batch();
      for (const key of deleted) batch.delete(key);
      for (const { key, file, sha256 } of stored) {
        const place = { path: posix.dirname(key), fileName: posix.basename(key), contentType: file.contentType };
        await batch.store(await file.read(), { ...place, sha256 });
      }
      await batch.commit();
    },
  };
};

const identityIn = async (file: string): Promise<SignIdentity> => {
  const { Ed25519KeyIdentity } = await import("@dfinity/identity");
  const pem = await readFile(file, "utf8").catch(() => {
    throw new Error(`IC_IDENTITY_FILE: can't read ${file}.`);
  });
  const { d, crv } = createPrivateKey(pem).export({ format: "jwk" });
  const secret = Buffer.from(d ?? "", "base64url");
  if (crv === "Ed25519") return Ed25519KeyIdentity.fromSecretKey(Uint8Array.from(secret));
  throw new Error("IC_IDENTITY_FILE must hold an Ed25519 key in PEM form: openssl genpkey -algorithm ed25519.");
};
