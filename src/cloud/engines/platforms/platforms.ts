/** Networks besides IPFS on which a project's files can be published. Each is there once its settings are. */
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
  /** The project's own folder at the platform: its host label. */
  readonly label: string;
  readonly cid: string;
  readonly files: readonly PlatformFile[];
}

/** Where a site is at its platform. */
export interface Placed {
  readonly address: string;
  /** In the platform's words: canister, bucket, object. */
  readonly facts: Readonly<Record<string, string>>;
}

export interface PublishOptions {
  readonly signal: AbortSignal;
  /** Tells people how far it got, one line at a time. */
  say(line: string): void;
}

export interface HostingPlatform {
  /** Resolves once the platform holds every file. Throws PlatformError with a sentence for people. */
  publish(site: PlatformSite, options: PublishOptions): Promise<Placed>;
}

/** A platform refused, or could not be reached. */
export class PlatformError extends Error {}

export interface Platforms {
  /** undefined where this cloud is not connected to it. */
  get(platform: RemotePlatform): HostingPlatform | undefined;
}
