import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { connectAssetCanister } from "./asset-canister.ts";
import { connectGreenfield } from "./greenfield.ts";
import { createInternetComputer } from "./internet-computer.ts";
import type { HostingPlatform, Platforms, RemotePlatform } from "./platforms.ts";

/** Connects to the configured platforms. An unreachable one is logged and counts as not connected. */
export const openPlatforms = async (config: Config, log: Logger): Promise<Platforms> => {
  const connected = new Map<RemotePlatform, HostingPlatform>();
  const connect = async (key: RemotePlatform, open: () => Promise<HostingPlatform | undefined>): Promise<void> => {
    try {
      const platform = await open();
      if (platform) connected.set(key, platform);
    } catch (error) {
      log.error({ platform: key }, (error as Error).message);
    }
  };
  await connect("IC", () => internetComputer(config));
  await connect("GREENFIELD", () => greenfield(config));
  return { get: (platform) => connected.get(platform) };
};

const internetComputer = async (config: Config): Promise<HostingPlatform | undefined> => {
  const { IC_CANISTER_ID: canisterId, IC_IDENTITY_FILE: identityFile, IC_HOST: host, IC_DOMAIN: domain } = config;
  if (!canisterId || !identityFile) return undefined;
  const settings = { canisterId, identityFile, host, domain };
  return createInternetComputer(settings, await connectAssetCanister(settings));
};

const greenfield = async (config: Config): Promise<HostingPlatform | undefined> => {
  const {
    GREENFIELD_RPC_URL: rpcUrl,
    GREENFIELD_SP_URL: spUrl,
    GREENFIELD_BUCKET: bucket,
    GREENFIELD_KEY_FILE: keyFile,
  } = config;
  if (!rpcUrl || !spUrl || !bucket || !keyFile) return undefined;
  return connectGreenfield({ rpcUrl, spUrl, bucket, keyFile, chainId: config.GREENFIELD_CHAIN_ID });
};
