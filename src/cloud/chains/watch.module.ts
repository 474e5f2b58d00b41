/** Watches our contracts on all chains. */
import { defineModule } from "../kernel/module.ts";
import { createChainEvents } from "./events/service.ts";
import { chainReportRoutes } from "./reports/routes.ts";

export const chainEvents = defineModule({
  name: "chains.watch",
  create: ({ engines, log }) => {
    const { database, evm } = engines;
    const chainEvents = createChainEvents({ database, evm, log });
    return {
      api: chainEvents,
      routes: chainReportRoutes(),
      duties: chainEvents.duties,
    };
  },
});
