import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Ai } from "./ai.ts";
import { openLocalModel } from "./models/local-model.ts";
import { openRemoteModels } from "./remote.ts";
import { upstreamsIn } from "./upstreams.ts";

/** Opens the configured model servers, then the model on this machine. */
export const openAi = async (config: Config, log: Logger): Promise<Ai> => {
  const remote = upstreamsIn(config).map((one) => openRemoteModels(one, log));
  const local = await openLocalModel(config, log);
  return {
    upstreams: [...remote, ...(local ? [local] : [])],
    prepare: async (signal) => local?.prepare(signal),
    close: async () => local?.close(),
  };
};
