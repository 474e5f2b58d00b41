/** Dedicated gateways: a team's host name that serves IPFS content, with access rules. */
import { CID } from "multiformats/cid";
import type { Logger } from "pino";
import type { GatewayScope } from "../../../../resources/gateway/gateways.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty } from "../../kernel/duties.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { Usage } from "../../billing/ledger/usage/usage.ts";
import { everywhere } from "../../kernel/events.ts";
import type { Limits } from "../../kernel/limits/limits.ts";
import { createLookupCache } from "../../lib/lookup-cache.ts";
import type { Gateway as ContentGateway } from "../serve/service.ts";
import { hasTraffic } from "../../billing/has-traffic.ts";
import type { ContentOwners } from "../../storage/content-owners/service.ts";
import type { Hostnames } from "../../hosting/hostnames/service.ts";
import type { Standing } from "../../billing/standing/service.ts";
import type { Tokens } from "../../account/tokens/service.ts";
import { analyticsOf, type Analytics, type Span } from "./analytics.ts";
import { createCounts } from "./counts.ts";
import { columnsOf, isTaken, kind, removeGateway, saveGateway, type GatewayRules } from "./edit.ts";
import { createGatewayHandler } from "./handle.ts";
import { changeGateway, findGateway, listGateways, presentGateway, type Gateway, type GatewayRow } from "./rows.ts";
import { sweepCounts, writeCounts } from "./write-counts.ts";

export type { Analytics } from "./analytics.ts";
export type { GatewayRules } from "./edit.ts";

export type Gateways = ReturnType<typeof createGateways>;

export interface GatewaysDeps {
  readonly engines: Pick<Engines, "database" | "realtime">;
  readonly gateway: Pick<ContentGateway, "registerHandler">;
  readonly hostnames: Hostnames;
  readonly contentOwners: Pick<ContentOwners, "isOwn">;
  readonly standing: Pick<Standing, "hasDeposited" | "requireNeeds">;
  readonly tokens: Pick<Tokens, "verify">;
  readonly usage: Pick<Usage, "record" | "ofSubject">;
  readonly allowance: Pick<Allowance, "ask">;
  readonly limits: Limits;
  readonly log: Logger;
  /** Whether a team's content is served. */
  isServed(teamId: string): Promise<boolean>;
  siteUrl(label: string): string;
}

const cacheMs = 5000;

export const createGateways = (deps: GatewaysDeps) => {
  const { engines, gateway, hostnames, contentOwners, tokens, usage, allowance, limits, log } = deps;
  const { db } = engines.database;
  const counts = createCounts();
  const gatewayCache = createLookupCache(cacheMs, (id) => byId(db, id));
  const trafficCache = createLookupCache(cacheMs, (key) => {
    const [teamId = "", subject = ""] = key.split(" ");
    return hasTraffic(db, allowance, teamId, { service: "GATEWAY", subject });
  });
  const ownershipCache = createLookupCache(cacheMs, (key) => {
    const [teamId = "", cid = ""] = key.split(" ");
    return contentOwners.isOwn(db, teamId, CID.parse(cid));
  });
  const changed = everywhere(engines.realtime, "gatewaysChanged", gatewayCache.clear);
  gateway.registerHandler(
    kind,
    createGatewayHandler({
      find: gatewayCache.get,
      teamOf: async (token) => (token === "" ? undefined : (await tokens.verify(token))?.teamId),
      isOwn: (teamId, cid) => ownershipCache.get(`${teamId} ${cid.toString()}`),
      isServed: deps.isServed,
      hasTraffic: ({ id, team_id }) => trafficCache.get(`${team_id} ${id}`),
      onServed: ({ id, team_id }, bytes) =>
        usage.record({ teamId: team_id, resource: "TRAFFIC", subject: id, amount: bytes, service: "GATEWAY" }),
      counts,
      limits,
    }),
  );

  const present = async (on: Db, row: Gateway): Promise<GatewayRow> =>
    presentGateway(row, deps.siteUrl(row.name), await usage.ofSubject(on, row.team_id, "TRAFFIC", row.id));

  let flushing: Promise<void> = Promise.resolve();
  /** Saves the counts. */
  const flush = (): Promise<void> => {
    flushing = flushing
      .then(() => writeCounts(db, counts.take()))
      .catch((error: unknown) => log.warn({ err: error }, "Could not save gateway request counts"));
    return flushing;
  };

  return {
    isAvailable: deps.standing.hasDeposited,
    list: async (on: Db, teamId: string): Promise<GatewayRow[]> =>
      Promise.all((await listGateways(on, teamId)).map((row) => present(on, row))),
    /** Call `changed` after committing this or any other change. Throws GATEWAY_LOCKED, NAME_TAKEN, LIMIT_REACHED. */
    save: async (
      trx: Trx,
      teamId: string,
      wanted: { readonly name: string; readonly scope: GatewayScope },
    ): Promise<GatewayRow> => present(trx, await saveGateway(deps, trx, teamId, wanted)),
    /** Throws NOT_FOUND and INVALID_INPUT. */
    change: async (trx: Trx, teamId: string, name: string, rules: Partial<GatewayRules>): Promise<GatewayRow> =>
      present(trx, await changeGateway(trx, teamId, name, columnsOf(rules))),
    /** Deletes a gateway with its domains. Throws NOT_FOUND. */
    remove: async (trx: Trx, teamId: string, name: string): Promise<void> =>
      void (await removeGateway(trx, teamId, name)),
    isTaken: (on: Db, name: string): Promise<boolean> => isTaken(hostnames, on, name),
    analytics: async (on: Db, teamId: string, name: string, span: Span): Promise<Analytics> => {
      const { id } = await findGateway(on, teamId, name);
      await flush();
      return analyticsOf(on, id, span);
    },
    /** Call after a committed gateway change: every process reloads the gateway. */
    changed: (): void => changed(),
    flush,
    /** Starts saving the counts every second and deleting old ones. */
    duties: [
      { name: "Write gateway request counts", every: "1 s", scope: "process", role: "serving", run: flush },
      { name: "Delete old gateway request counts", every: "1 h", scope: "cluster", run: () => sweepCounts(db) },
    ] satisfies readonly Duty[],
  };
};

const byId = (db: Db, id: string): Promise<Gateway | undefined> =>
  db.selectFrom("gateway").selectAll().where("id", "=", id).executeTakeFirst();
