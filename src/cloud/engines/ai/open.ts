import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Ai } from "./ai.ts";
import { openEmbeddedModel } from "./embedded/open.ts";
import { openGguf } from "./gguf.ts";
import { openRemoteModels } from "./remote.ts";
import { upstreamsIn } from "./upstreams.ts";

type Settings = Pick<Config, "AI_UPSTREAM" | "AI_UPSTREAMS_FILE" | "AI_GGUF">;

/** Opens the configured model servers, then the model file if one is set, then the embedded model. */
export const openAi = async (settings: Settings, log: Logger): Promise<Ai> => {
  const remote = upstreamsIn(settings).map((one) => openRemoteModels(one, log));
  const own = settings.AI_GGUF === undefined ? [] : [await openGguf(settings.AI_GGUF)];
  const embedded = openEmbeddedModel();
  return {
    upstreams: [...remote, ...own, embedded],
    close: async () => {
      await Promise.all([...own, embedded].map((one) => one.close()));
    },
  };
};
