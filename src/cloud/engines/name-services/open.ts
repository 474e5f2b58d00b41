import {
  nameServices,
  nameServiceOf,
  type NameServiceType,
} from "../../../../resources/hosting/domains/name-services.ts";
import type { Config } from "../../config.ts";
import type { NameService, NameServices } from "./name-services.ts";

type Settings = Pick<
  Config,
  "ENS_RPC_URL" | "ENS_REGISTRY" | "SPACEID_RPC_URL" | "SPACEID_REGISTRY" | "SOLANA_RPC_URL"
>;

/** Opens the services with a configured node URL. Libraries are loaded on first use. */
export const openNameServices = (settings: Settings): NameServices => {
  const services = new Map<NameServiceType, NameService>();
  for (const { type } of nameServices) {
    const opened = openers[type](settings);
    if (opened) services.set(type, opened);
  }
  return { find: (type) => services.get(type) };
};

const openers: Readonly<Record<NameServiceType, (settings: Settings) => NameService | undefined>> = {
  ens: ({ ENS_RPC_URL: rpcUrl, ENS_REGISTRY: registry }) =>
    rpcUrl === undefined ? undefined : lazily(async () => (await import("./ens.ts")).openEns({ rpcUrl, registry })),
  spaceid: ({ SPACEID_RPC_URL: rpcUrl, SPACEID_REGISTRY: registry }) => {
    const { ending } = nameServiceOf("spaceid");
    if (rpcUrl === undefined) return undefined;
    return lazily(async () => (await import("./ens.ts")).openEns({ rpcUrl, registry, ending }));
  },
  sns: ({ SOLANA_RPC_URL: rpcUrl }) =>
    rpcUrl === undefined ? undefined : lazily(async () => (await import("./sns.ts")).openSns({ rpcUrl })),
};

const lazily = (open: () => Promise<NameService>): NameService => {
  let opened: Promise<NameService> | undefined;
  const it = () => (opened ??= open());
  return {
    normalise: async (name) => (await it()).normalise(name),
    look: async (name) => (await it()).look(name),
    valueOf: async (content) => (await it()).valueOf(content),
    setting: async (name, state, content) => (await it()).setting(name, state, content),
  };
};
