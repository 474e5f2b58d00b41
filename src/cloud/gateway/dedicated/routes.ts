import { checkGatewayName, gatewayAnalytics, gatewayStatus } from "../../../../resources/gateway/gateway-calls.ts";
import { gateways as resource } from "../../../../resources/gateway/gateways.ts";
import { gatewayTokens } from "../../../../resources/gateway/gateway-tokens.ts";
import { resourceRoutes, type ActionHandlers } from "../../kernel/calls/resource-routes.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import type { Tokens } from "../../account/tokens/service.ts";
import type { GatewayRow } from "./rows.ts";
import type { GatewayRules, Gateways } from "./service.ts";

interface Deps {
  readonly gateways: Gateways;
  readonly tokens: Tokens;
  /** Called after a gateway is deleted with its domains. */
  domainsChanged(): Promise<void>;
}

type Changing = Omit<Parameters<ActionHandlers<typeof resource>["setLimits"]>[0], "body"> & {
  readonly body: Partial<GatewayRules>;
};

/** Routes of dedicated gateways and gateway tokens. */
export const gatewayRoutes = ({ gateways, tokens, domainsChanged }: Deps): Route[] => {
  const change = ({ db, caller, params, body, afterCommit, logged }: Changing): Promise<GatewayRow> => {
    logged({ target: params.name });
    afterCommit(gateways.changed);
    return gateways.change(db, caller.teamId, params.name, body);
  };
  return [
    route(gatewayStatus, async ({ db, caller }) => ({ available: await gateways.isAvailable(db, caller.teamId) })),
    route(checkGatewayName, ({ db, params }) => gateways.isTaken(db, params.sub)),
    route(gatewayAnalytics, ({ db, caller, params, query }) =>
      gateways.analytics(db, caller.teamId, params.name, query),
    ),
    ...resourceRoutes(
      resource,
      {
        list: ({ db, caller }) => gateways.list(db, caller.teamId),
        create: async ({ db, caller, body, afterCommit, logged }) => {
          logged({ target: body.name });
          afterCommit(gateways.changed);
          return gateways.save(db, caller.teamId, body);
        },
        delete: async ({ db, caller, params, afterCommit, logged }) => {
          logged({ target: params.name });
          await gateways.remove(db, caller.teamId, params.name);
          afterCommit(async () => {
            gateways.changed();
            await domainsChanged();
          });
          return null;
        },
      },
      { setIndexPage: change, setOrigins: change, setUserAgents: change, setLimits: change },
    ),
    ...tokens.routes(gatewayTokens),
  ];
};
