/** Projects and their deployments. */
import { notify } from "../account/notify.module.ts";
import { meter } from "../billing/meter.module.ts";
import { nameChanged } from "../gateway/events.ts";
import { ipns } from "../gateway/names.module.ts";
import { gateway } from "../gateway/serve.module.ts";
import { defineModule } from "../kernel/module.ts";
import { arweave } from "../storage/arweave.module.ts";
import { contentOwners } from "../storage/content-owners.module.ts";
import { pinning } from "../storage/pinning.module.ts";
import { hostingRoutes } from "./deployments/routes.ts";
import { createHosting } from "./deployments/service.ts";
import { pushed } from "./events.ts";
import { names } from "./names.module.ts";
import { openApiRoutes } from "./open-api/routes.ts";
import { repositories } from "./repositories.module.ts";
import { createTemplates, templateRoutes } from "./templates/service.ts";
import { uploads } from "./uploads.module.ts";

const content = { contentOwners, pinning, ipns, weave: arweave };

export const hosting = defineModule({
  name: "hosting.deployments",
  needs: { meter, notify, repositories, uploads, names, serving: gateway, ...content },
  create: (ground, { meter, notify, names: { domains, hostnames }, serving, weave, ...services }) => {
    const { engines, config, log, events, templatesDir, siteUrl } = ground;
    const templates = createTemplates(templatesDir, log);
    const hosting = createHosting(engines, {
      config,
      log,
      siteUrl,
      templates,
      ...meter,
      ...services,
      hostnames,
      gateway: serving.gateway,
      arweave: weave.arweave,
      alerts: notify.alerts,
      isServed: meter.standing.isServed,
    });
    events.hear(pushed, hosting.pushed);
    events.on(nameChanged, hosting.nameChanged);
    return {
      api: hosting,
      routes: [
        ...hostingRoutes(hosting),
        ...templateRoutes(templates),
        ...openApiRoutes({ hosting, uploads: services.uploads, domains }),
      ],
      jobs: [hosting],
      duties: hosting.duties,
      close: hosting.close,
    };
  },
});
