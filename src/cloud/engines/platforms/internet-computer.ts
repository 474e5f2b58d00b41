/**
 * The Internet Computer: an asset canister owned by the operator, which allows Freehold's identity to commit. Each
 * project has a folder in it; a deployment sends changed files and commits them in one batch, so visitors never see an
 * incomplete site.
 */
import { createHash } from "node:crypto";
import { PlatformError, type HostingPlatform, type PlatformFile, type PlatformSite } from "./platforms.ts";

export interface InternetComputerSettings {
  readonly host: string;
  readonly canisterId: string;
  /** Path of a PEM file with an Ed25519 key. */
  readonly identityFile: string;
  /** Domain of canisters: <canister>.<domain>. */
  readonly domain: string;
}

export interface StoredAsset {
  readonly key: string;
  /** SHA-256 of the unencoded content. */
  readonly sha256: Uint8Array | undefined;
}

export interface ChangedAsset {
  readonly key: string;
  readonly file: PlatformFile;
  readonly sha256: Uint8Array;
}

/** The operations of an asset canister that a deployment uses. */
export interface AssetCanister {
  list(): Promise<readonly StoredAsset[]>;
  /** Commits one batch atomically: deletes first, then stores. */
  commit(deleted: readonly string[], stored: readonly ChangedAsset[]): Promise<void>;
}

/** The canister holds a batch in memory until it is committed. */
const siteBytesMax = 200 * 1024 * 1024;

export const createInternetComputer = (
  { canisterId, domain }: Pick<InternetComputerSettings, "canisterId" | "domain">,
  canister: AssetCanister,
): HostingPlatform => ({
  publish: async ({ label, files }, { say, signal }) => {
    if (files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > siteBytesMax)
      throw new PlatformError("Internet Computer sites are limited to 200 MB. Deploy this site to IPFS.");
    const folder = `/${label}/`;
    try {
      const existing = (await canister.list()).filter(({ key }) => key.startsWith(folder));
      const { stored, deleted } = await changes(folder, files, existing);
      signal.throwIfAborted();
      say(`Uploading ${stored.length} of ${files.length} files to canister ${canisterId}.`);
      if (stored.length + deleted.length > 0) await canister.commit(deleted, stored);
    } catch (error) {
      signal.throwIfAborted();
      throw new PlatformError(`The Internet Computer rejected the files: ${(error as Error).message}`);
    }
    return { address: `https://${canisterId}.${domain}${folder}`, facts: { canister: canisterId, folder } };
  },
});

/** Returns the files to send and the keys to delete first: an existing key would keep its content type. */
const changes = async (
  folder: string,
  files: PlatformSite["files"],
  existing: readonly StoredAsset[],
): Promise<{ readonly stored: ChangedAsset[]; readonly deleted: string[] }> => {
  const hashes = new Map(existing.map(({ key, sha256 }) => [key, sha256]));
  const stored: ChangedAsset[] = [];
  const same = new Set<string>();
  for (const file of files) {
    const key = folder + file.path;
    const sha256 = createHash("sha256")
      .update(await file.read())
      .digest();
    if (hashes.get(key) && sha256.equals(hashes.get(key)!)) same.add(key);
    else stored.push({ key, file, sha256: Uint8Array.from(sha256) });
  }
  return { stored, deleted: existing.flatMap(({ key }) => (same.has(key) ? [] : key)) };
};
