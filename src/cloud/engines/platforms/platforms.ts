/** Networks besides IPFS for publishing a project's files. Each is available if configured. */
import type { Platform } from "../../../../resources/hosting/platforms.ts";

export type RemotePlatform = Exclude<Platform, "IPFS" | "AR">;

export interface PlatformFile {
  /** Relative, "/"-separated. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  read(): Promise<Uint8Array>;
}

export interface PlatformSite {
  /** The project's folder on the platform: its host label. */
  readonly label: string;
  readonly cid: string;
  readonly files: readonly PlatformFile[];
}

/** The place of a site on its platform. */
export interface Placed {
  readonly address: string;
  /** In the platform's terms: canister, bucket, object. */
  readonly facts: Readonly<Record<string, string>>;
}

export interface PublishOptions {
  readonly signal: AbortSignal;
  /** Reports progress to users, one line at a time. */
  say(line: string): void;
}

export interface HostingPlatform {
  /** Resolves once the platform stores every file. Throws PlatformError with a message for users. */
  publish(site: PlatformSite, options: PublishOptions): Promise<Placed>;
}

/** A platform rejected the request or is unreachable. */
export class PlatformError extends Error {}

export interface Platforms {
  /** Returns undefined if the platform is not connected. */
  get(platform: RemotePlatform): HostingPlatform | undefined;
}
