import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Ai, Upstream } from "./ai.ts";
import { openLocalModels } from "./models/local-models.ts";
import { openRemoteModels } from "./remote.ts";
import { upstreamsIn, type UpstreamSettings } from "./upstreams.ts";

/** Opens the model servers of the settings, then those that operators add, then the models on this machine. */
export const openAi = async (config: Config, log: Logger): Promise<Ai> => {
  const configured = upstreamsIn(config).map((one) => openRemoteModels(one, log));
  const local = await openLocalModels(config, log);
  /** By their settings, so that an unchanged server keeps its list of models. */
  let added = new Map<string, Upstream>();
  const connect = (servers: readonly UpstreamSettings[]): void => {
    const all = servers.map((server) => [JSON.stringify(server), server] as const);
    added = new Map(all.map(([key, server]) => [key, added.get(key) ?? openRemoteModels(server, log)]));
  };
  return {
    get upstreams() {
      return [...configured, ...added.values(), ...local.list()];
    },
    use: async ({ local: sources, servers }) => {
      connect(servers);
      await local.use(sources);
    },
    prepare: local.prepare,
    close: local.close,
  };
};
