/** Runs dedicated gateways on a separate port: teams, their content and tokens. */
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import type { Trx } from "../../../src/cloud/engines/database/database.ts";
import { AppError } from "../../../src/cloud/kernel/app-error.ts";
import { createUsage } from "../../../src/cloud/billing/ledger/usage/usage.ts";
import { createCallers } from "../../../src/cloud/account/callers.ts";
import { createGateways } from "../../../src/cloud/gateway/dedicated/service.ts";
import { createLimits } from "../../../src/cloud/kernel/limits/limits.ts";
import { createContentOwners } from "../../../src/cloud/storage/content-owners/service.ts";
import { createHostnames } from "../../../src/cloud/hosting/hostnames/service.ts";
import { lockedStanding, openStanding } from "../billing/unlocks.ts";
import { createGatewayTokens, createTokens } from "../../../src/cloud/account/tokens/service.ts";
import { atFileEnd } from "../file-end.ts";
import { testGateway } from "./gateway.ts";
import { ask, type Reply } from "../server/http.ts";
import { silentRealtime } from "../server/realtime.ts";

export type TestGateways = Awaited<ReturnType<typeof testGateways>>;

interface Team {
  readonly teamId: string;
  readonly userId: string;
}

export const testGateways = async () => {
  const at = await testGateway();
  const { blocks, database, gateway, port } = at;
  const log = pino({ level: "silent" });
  const realtime = silentRealtime;
  const callers = createCallers(realtime);
  const usage = createUsage(database);
  atFileEnd(() => usage.flush());
  const usedUp = new Set<string>();
  const allowance = {
    store: async () => undefined,
    ask: async (_db: unknown, teamId: string) => {
      if (usedUp.has(teamId)) throw new AppError("ALLOWANCE_USED_UP");
    },
  };
  const contentOwners = createContentOwners({ engines: { database, blocks, realtime }, allowance });
  const tokens = createGatewayTokens(database, callers);
  const parts = {
    engines: { database, realtime },
    gateway,
    hostnames: createHostnames(),
    contentOwners,
    tokens,
    usage,
    allowance,
    limits: createLimits(),
    log,
    isServed: async () => true,
    siteUrl: (label: string) => `http://${label}.localhost`,
  };
  const gateways = createGateways({ ...parts, standing: openStanding() });
  const inTrx = <T>(act: (trx: Trx) => Promise<T>): Promise<T> => database.db.transaction().execute(act);

  const newTeam = async (): Promise<Team> => {
    const [teamId, userId] = [randomUUID(), randomUUID()];
    const { db } = database;
    await db
      .insertInto("person")
      .values({ id: userId, address: userId, wallet_type: "OTHER", username: "somebody" })
      .execute();
    await db.insertInto("team").values({ id: teamId, name: "team", owner_id: userId }).execute();
    await db.insertInto("membership").values({ team_id: teamId, person_id: userId, type: "INDIVIDUAL" }).execute();
    return { teamId, userId };
  };
  const hold = async ({ teamId }: Team, text: string): Promise<string> => {
    const file = await blocks.prepareBytes(Buffer.from(text));
    await inTrx(async (trx) => {
      await file.record(trx);
      await contentOwners.add(trx, teamId, [file]);
    });
    await file.settle();
    return file.cid;
  };
  const create = async ({ teamId }: Team, name: string, scope: "public" | "private" = "public") => {
    const made = await inTrx((trx) => gateways.save(trx, teamId, { name, scope }));
    gateways.changed();
    return made;
  };
  const change = async (act: (trx: Trx) => Promise<unknown>): Promise<void> => {
    await inTrx(act);
    gateways.changed();
  };
  const token = async (team: Team, name = "server"): Promise<string> =>
    (await inTrx((trx) => tokens.create(trx, team, name))).token;
  const deployToken = async (team: Team): Promise<string> =>
    (await inTrx((trx) => createTokens(database, callers).create(trx, team, "laptop"))).token;
  const get = (name: string, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Reply> =>
    ask(port, `${name}.localhost:${port}`, path, { headers, method });
  /** The service before the first deposit; the other instance answers requests. */
  const locked = () =>
    createGateways({
      ...parts,
      gateway: { ...gateway, registerHandler: () => undefined },
      standing: lockedStanding(),
    });
  return {
    ...at,
    gateways,
    contentOwners,
    usage,
    usedUp,
    inTrx,
    newTeam,
    hold,
    create,
    change,
    token,
    deployToken,
    get,
    locked,
  };
};
