import { contact } from "../account/contact.module.ts";
import { notify } from "../account/notify.module.ts";
import { people } from "../account/people.module.ts";
import { meter } from "../billing/meter.module.ts";
import { defineModule } from "../kernel/module.ts";
import { registerRollupRpc } from "./rollup-rpc.ts";
import { registerRollupSockets } from "./rollup-sockets.ts";
import { createRaas } from "./service.ts";

export const raas = defineModule({
  name: "raas",
  needs: { people, contact, notify, meter },
  create: ({ engines, log, dashboardUrl }, { people: { auth }, contact: { notices }, notify, meter: { standing } }) => {
    const raas = createRaas({ engines, standing, auth, notices, ...notify, log, dashboardUrl });
    return {
      api: raas,
      routes: raas.routes,
      http: ({ app, underWay }) => {
        registerRollupRpc(app, engines.rollups);
        registerRollupSockets(app, engines.rollups, underWay);
      },
      jobs: [raas],
      duties: raas.duties,
      close: () => raas.close(),
    };
  },
});
