/** Visits of sites. */
import { gateway } from "../gateway/serve.module.ts";
import { defineModule } from "../kernel/module.ts";
import { createAnalytics } from "./analytics/service.ts";

export const analytics = defineModule({
  name: "hosting.analytics",
  needs: { serving: gateway },
  create: ({ engines: { database }, config, log }, { serving }) =>
    createAnalytics({ database, gateway: serving.gateway, geoIpFile: config.GEOIP_FILE, log }),
});
