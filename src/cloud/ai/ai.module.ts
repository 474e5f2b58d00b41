/** AI keys with their proxy, and the assistant. */
import { meter } from "../billing/meter.module.ts";
import { defineModule } from "../kernel/module.ts";
import { createAssistant } from "./assistant/service.ts";
import { registerAiApi } from "./proxy/api.ts";
import { createAiRpc } from "./proxy/service.ts";

export const ai = defineModule({
  name: "ai",
  needs: { meter },
  create: ({ engines, config, limits, log, docsDir }, { meter: { standing } }) => {
    const aiRpc = createAiRpc({ engines, standing, limits, log });
    const assistant = createAssistant({ engines, docsDir, model: config.ASSISTANT_MODEL, limits, log });
    return {
      api: aiRpc,
      routes: [...aiRpc.routes, ...assistant.routes],
      http: ({ app, onFault }) => registerAiApi(app, { aiRpc, onFault }),
      duties: [...assistant.duties, ...aiRpc.duties],
    };
  },
});
