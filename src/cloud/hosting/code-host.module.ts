import { defineModule } from "../kernel/module.ts";
import { codeHostRoutes } from "./code-host/routes.ts";
import { createCodeHosts, sealedHookSecrets } from "./code-host/service.ts";
import { sealedTokens } from "./code-host/accounts.ts";

export const codeHosts = defineModule({
  name: "hosting.code-host",
  create: ({ engines, config, log }) => {
    const codeHosts = createCodeHosts(engines.codeHost, { config, log });
    const { realtime } = engines;
    return {
      api: codeHosts,
      routes: codeHostRoutes(codeHosts, { publicUrl: config.PUBLIC_URL, realtime }),
      sealed: [sealedTokens, sealedHookSecrets],
    };
  },
});
