/** The instance itself: its counters, prices, documents and upkeep. */
import { contact } from "../account/contact.module.ts";
import { people } from "../account/people.module.ts";
import { offersModel } from "../ai/proxy/service.ts";
import { meter } from "../billing/meter.module.ts";
import { hosting } from "../hosting/deployments.module.ts";
import { dropExpiredReplies } from "../kernel/calls/idempotency.ts";
import { sweepCounts } from "../kernel/limits/database-counts.ts";
import { defineModule } from "../kernel/module.ts";
import { createBackups } from "./backups/service.ts";
import { cloudRoutes, dutyRoutes } from "./cloud/routes.ts";
import { documentRoutes } from "./documents/routes.ts";
import { operatorPriceRoutes } from "./prices/routes.ts";
import { createStatus } from "./status/status.ts";
import { createSystem } from "./system/service.ts";
import { createUpkeep } from "./upkeep/service.ts";

export const cloud = defineModule({
  name: "operator.cloud",
  needs: { people, contact, meter, hosting },
  create: (
    { engines, config, log, wake, docsDir, mounted },
    { people: { auth }, contact: { notices }, meter, hosting },
  ) => {
    const { database, blocks, disk, realtime } = engines;
    const upkeep = createUpkeep({ engines, auth, notices, config, log });
    const backups = createBackups({ engines, config, log });
    const system = createSystem(engines, config, { backups, mounted });
    const status = createStatus(engines, config);
    return {
      api: { ...upkeep, backup: backups.state },
      routes: [
        ...cloudRoutes({ database, blocks, hosting, ...meter }),
        ...dutyRoutes(wake),
        ...system.routes,
        ...status.routes,
        ...operatorPriceRoutes((item) => offersModel(engines.ai, item)),
        ...documentRoutes(docsDir),
      ],
      duties: [
        ...upkeep.duties,
        ...system.duties,
        ...status.duties,
        ...backups.duties,
        { name: "Delete kept replies", every: "1 h", scope: "cluster", run: () => dropExpiredReplies(database.db) },
        { name: "Delete old call counts", every: "1 min", scope: "cluster", run: () => sweepCounts(database.db) },
        { name: "Check free disk space", every: "1 s", scope: "process", role: "any", run: async () => disk.check() },
        { name: "Recheck sockets", every: "1 min", scope: "process", role: "web", run: realtime.recheckAll },
      ],
      start: backups.start,
      close: system.close,
    };
  },
});
