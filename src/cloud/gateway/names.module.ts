import { people } from "../account/people.module.ts";
import { dialTo } from "../engines/network/dial.ts";
import { createFetch } from "../engines/network/fetch.ts";
import { defineModule } from "../kernel/module.ts";
import { nameChanged } from "./events.ts";
import { registerIpnsRecords } from "./names/records.ts";
import { ipnsRoutes } from "./names/routes.ts";
import { createIpns } from "./names/service.ts";
import { sealedNameKeys } from "./names/names.ts";

export const ipns = defineModule({
  name: "gateway.names",
  needs: { people },
  create: ({ engines, config, log, events }, { people: { programKeys } }) => {
    const dial = dialTo(config.IPFS_GATEWAYS);
    const ipns = createIpns(engines, {
      config,
      log,
      fetch: createFetch(dial),
      nameChanged: async (trx, key) => void (await events.publish(trx, nameChanged, key)),
    });
    return {
      api: ipns,
      routes: ipnsRoutes(ipns, programKeys),
      http: ({ app }) => registerIpnsRecords(app, ipns),
      duties: ipns.duties,
      sealed: [sealedNameKeys],
    };
  },
});
