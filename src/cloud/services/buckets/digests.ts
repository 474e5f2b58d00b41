/** Computes digests of a body while it streams. */
import { createHash } from "node:crypto";
import { createChecksum, type ChecksumAlgorithm } from "../checksums.ts";
import type { Received } from "./service.ts";

export interface Digests {
  update(bytes: Uint8Array): void;
  /** Call once. */
  result(): Pick<Received, "md5" | "sha256" | "checksums">;
}

export const createDigests = (algorithms: readonly ChecksumAlgorithm[], wantsSha256: boolean): Digests => {
  const md5 = createHash("md5");
  const sha256 = wantsSha256 || algorithms.includes("SHA256") ? createHash("sha256") : undefined;
  const others = [...new Set(algorithms)].filter((algorithm) => algorithm !== "SHA256");
  const checksums = others.map((algorithm) => [algorithm, createChecksum(algorithm)] as const);
  return {
    update(bytes) {
      md5.update(bytes);
      sha256?.update(bytes);
      for (const [, checksum] of checksums) checksum.update(bytes);
    },
    result() {
      const digest = sha256?.digest();
      const computed = checksums.map(([algorithm, checksum]) => [algorithm, checksum.digest()] as const);
      const sha256Entries =
        digest && algorithms.includes("SHA256") ? [["SHA256", digest.toString("base64")] as const] : [];
      return {
        md5: md5.digest("hex"),
        sha256: digest?.toString("hex"),
        checksums: Object.fromEntries([...computed, ...sha256Entries]),
      };
    },
  };
};
