/** The AI models of the instance: installed, added, and connected. */
import { defineModule } from "../kernel/module.ts";
import { createModels } from "./models/service.ts";
import { sealedServerKeys } from "./models/store.ts";

export const models = defineModule({
  name: "ai.models",
  create: ({ engines, config, wake, log }) => {
    const { routes, duties, start } = createModels({ engines, config, wake, log });
    return { routes, duties, start, sealed: [sealedServerKeys] };
  },
});
