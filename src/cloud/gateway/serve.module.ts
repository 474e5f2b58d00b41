/** Serves sites, buckets and IPFS content by host name. */
import { people } from "../account/people.module.ts";
import { meter } from "../billing/meter.module.ts";
import { hostsChanged } from "../hosting/events.ts";
import { names } from "../hosting/names.module.ts";
import { defineModule } from "../kernel/module.ts";
import { contentOwners } from "../storage/content-owners.module.ts";
import { ipns } from "./names.module.ts";
import { parseName } from "./names/service.ts";
import { createDenylists, createGateway, teamOfToken } from "./serve/service.ts";

const contentPaths = ["/ipfs/", "/ipns/"];

export const gateway = defineModule({
  name: "gateway.serve",
  needs: { people, meter, names, contentOwners, ipns },
  create: (
    { engines, config, limits, log, events, wake },
    { people, meter, names: { domains, hostnames }, contentOwners, ipns },
  ) => {
    const { db } = engines.database;
    const denylist = createDenylists({ dataDir: config.DATA_DIR, db, log, wake });
    const gateway = createGateway(engines, {
      contentDomain: config.CONTENT_DOMAIN,
      publicUrl: config.PUBLIC_URL,
      hostnames,
      customHosts: domains.hosts,
      isCapped: meter.isCapped,
      names: { parse: parseName, resolve: ipns.resolve, record: ipns.record },
      access: {
        isPublic: contentOwners.isPublic,
        isOwn: (teamId, cid) => contentOwners.isOwn(db, teamId, cid),
        teamOf: teamOfToken(people.gatewayTokens, people.auth),
      },
      denylist,
      limits,
      isServed: meter.standing.isServed,
      onServed: ({ teamId, subject, bytes }) =>
        meter.usage.record({ teamId, resource: "TRAFFIC", subject, amount: BigInt(bytes) }),
    });
    events.hear(hostsChanged, (names) => names.forEach(gateway.invalidateHost));
    return {
      api: { gateway },
      fronts: [
        {
          name: "gateway",
          addresses: [`*.${config.CONTENT_DOMAIN}`, ...contentPaths],
          servesHost: gateway.serves,
          servesPath: (url) => contentPaths.some((path) => url.startsWith(path)),
          handle: gateway.handle,
          headers: "all",
          hasScripts: true,
          isForGateways: true,
        },
      ],
      duties: denylist.duties,
      serve: () =>
        denylist.refresh().catch((error: unknown) => log.warn({ err: error }, "Could not read the denylists")),
    };
  },
});
