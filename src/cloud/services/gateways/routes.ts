import {
  checkGatewayName,
  gatewayAnalytics,
  gatewayStatus,
  saveGateway,
  setGatewayIndex,
  setGatewayLimits,
  setGatewayOrigins,
  setGatewayUserAgents,
} from "../../../../resources/gateway/gateway-calls.ts";
import { gateways as resource } from "../../../../resources/gateway/gateways.ts";
import { gatewayTokens } from "../../../../resources/gateway/gateway-tokens.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { route, type Route } from "../route.ts";
import type { Tokens } from "../tokens/service.ts";
import type { Gateways } from "./service.ts";

interface Deps {
  readonly gateways: Gateways;
  readonly tokens: Tokens;
  /** Called after a gateway is deleted with its domains. */
  domainsChanged(): Promise<void>;
}

/** Routes of dedicated gateways and gateway tokens. */
export const gatewayRoutes = ({ gateways, tokens, domainsChanged }: Deps): Route[] => [
  route(gatewayStatus, async ({ db, caller }) => ({ available: await gateways.isAvailable(db, caller.teamId) })),
  route(checkGatewayName, ({ db, params }) => gateways.isTaken(db, params.sub)),
  route(gatewayAnalytics, ({ db, caller, params, query }) => gateways.analytics(db, caller.teamId, params.name, query)),
  route(saveGateway, async ({ db, caller, body, afterCommit, logged }) => {
    logged({ target: body.name });
    afterCommit(gateways.changed);
    return gateways.save(db, caller.teamId, body);
  }),
  route(setGatewayIndex, ({ db, caller, params, body, afterCommit, logged }) => {
    logged({ target: params.name });
    afterCommit(gateways.changed);
    return gateways.setIndexPage(db, caller.teamId, params.name, body.indexPage);
  }),
  route(setGatewayOrigins, ({ db, caller, params, body, afterCommit, logged }) => {
    logged({ target: params.name });
    afterCommit(gateways.changed);
    return gateways.setOrigins(db, caller.teamId, params.name, body);
  }),
  route(setGatewayUserAgents, ({ db, caller, params, body, afterCommit, logged }) => {
    logged({ target: params.name });
    afterCommit(gateways.changed);
    return gateways.setUserAgents(db, caller.teamId, params.name, body.userAgents);
  }),
  route(setGatewayLimits, ({ db, caller, params, body, afterCommit, logged }) => {
    logged({ target: params.name });
    afterCommit(gateways.changed);
    return gateways.setLimits(db, caller.teamId, params.name, body);
  }),
  ...resourceRoutes(resource, {
    list: ({ db, caller }) => gateways.list(db, caller.teamId),
    delete: async ({ db, caller, params, afterCommit, logged }) => {
      logged({ target: params.name });
      await gateways.remove(db, caller.teamId, params.name);
      afterCommit(async () => {
        gateways.changed();
        await domainsChanged();
      });
      return null;
    },
  }),
  ...tokens.routes(gatewayTokens),
];
