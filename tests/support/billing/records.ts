/** Runs bills, statements and charts over HTTP, with a ledger that really moves the displayed amounts. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { AccessCode } from "../../../resources/declare/access.ts";
import { analyticsCalls } from "../../../resources/billing/analytics-calls.ts";
import { deposits } from "../../../resources/billing/deposit-history.ts";
import { months, recordCalls, transactions, exportDeposits } from "../../../resources/billing/record-calls.ts";
import type { CallLine, Resource } from "../../../resources/declare/define.ts";
import { callsOf } from "../../../resources/declare/endpoints.ts";
import type { MeteredResource } from "../../../resources/limits.ts";
import type { Trx } from "../../../src/cloud/engines/database/database.ts";
import { createLedger } from "../../../src/cloud/billing/ledger/create-ledger.ts";
import type { SystemAccount } from "../../../src/cloud/billing/ledger/ledger.ts";
import { settleTeam } from "../../../src/cloud/billing/ledger/charges/settle.ts";
import { billAnalyticsRoutes } from "../../../src/cloud/billing/statements/routes.ts";
import { createBillAnalytics } from "../../../src/cloud/billing/statements/service.ts";
import { depositLines } from "../../../src/cloud/billing/deposits/export.ts";
import { fileRoute, type Route } from "../../../src/cloud/kernel/calls/route.ts";
import { testWeb } from "../server/web.ts";
import { lateRoute } from "../server/late-route.ts";

export const hourSeconds = 3600;
/** Start of a full hour in the past, in Unix seconds. */
export const hourAgo = (hours: number): number => (Math.floor(Date.now() / 1000 / hourSeconds) - hours) * hourSeconds;

type Ask = Parameters<Awaited<ReturnType<typeof testWeb>>["call"]>[1];

export const recordsWeb = async () => {
  const answering: { routes: Route[] } = { routes: [] };
  const lazily = (call: CallLine): Route => lateRoute(call, () => answering.routes);
  const calls = [...recordCalls, ...analyticsCalls];
  const lists: readonly Resource[] = [months, transactions];
  const web = await testWeb({
    resources: [{ ...deposits, calls: {} }, ...lists],
    calls,
    routes: [...calls, ...lists.flatMap(callsOf)].map(({ call }) => lazily(call)),
  });
  const { usage, allowance } = web;
  const { db } = web.database;
  const ledger = createLedger();
  answering.routes = [
    ...billAnalyticsRoutes(createBillAnalytics({ usage, allowance })),
    fileRoute(exportDeposits, ({ caller, query }) => depositLines(db, caller.teamId, query)),
  ];
  const transact = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work);

  /** Creates a user without packages, so that all usage costs LAND. */
  const newUser = async () => {
    const user = await web.signIn();
    const { teamId } = user;
    await db.deleteFrom("allowance_grant").where("team_id", "=", teamId).execute();
    const own = { teamId, unit: "LAND" } as const;
    const system = (name: SystemAccount) => ({ system: name, unit: "LAND" }) as const;
    const ask = (line: string, options: Ask = {}) =>
      web.call(line.replace("/", "/api/bill-analytics/bill/"), { token: user.accessToken, ...options });
    return {
      ...user,
      ledger,
      ask,
      get: async <T>(path: string): Promise<T> => {
        const { status, body } = await ask(`GET /${path}`);
        expect(status).toBe(200);
        return body.data as T;
      },
      file: async (path: string): Promise<string[][]> => {
        const { status, text } = await ask(`GET /${path}`);
        expect(status).toBe(200);
        return rowsOf(text);
      },
      gets: (amount: bigint, from: SystemAccount = "world", reason = "Deposit", ref = {}) =>
        transact((trx) => ledger.post(trx, { id: randomUUID(), from: system(from), to: own, amount, reason, ref })),
      pays: (amount: bigint, to: SystemAccount, reason: string, ref = {}) =>
        transact((trx) => ledger.collect(trx, { id: randomUUID(), from: own, to: system(to), amount, reason, ref })),
      holds: (amount: bigint) =>
        transact((trx) =>
          ledger.hold(trx, { id: randomUUID(), from: own, to: system("revenue"), amount, reason: "Model" }),
        ),
      captures: (holdId: string, amount: bigint) => transact((trx) => ledger.capture(trx, holdId, amount)),
      releases: (holdId: string) => transact((trx) => ledger.release(trx, holdId)),
      uses: (resource: MeteredResource, amount: number, at: number, subject = "", service = "HOSTING") =>
        db
          .insertInto("usage_bucket")
          .values({
            team_id: teamId,
            resource,
            subject,
            bucket: new Date(at * 1000),
            amount: BigInt(amount),
            calls: 1n,
            service: service as "HOSTING",
          })
          .execute(),
      /** Settles everything before the current hour. */
      settles: () => settleTeam(db, ledger, teamId, new Date()),
      balances: () => ledger.balances(db, teamId),
    };
  };

  /** Adds a member to the team. Returns the team token. */
  const joined = async (teamId: string, access: readonly AccessCode[]): Promise<string> => {
    const member = await web.signIn();
    await db
      .insertInto("membership")
      .values({ team_id: teamId, person_id: member.userId, type: "COLLABORATION", access: [...access] })
      .execute();
    const { body } = await web.call("GET /api/auth/cooperation/teams", { token: member.accessToken });
    const { items } = body.data as { items: { teamId: string; token: string }[] };
    return items.find((team) => team.teamId === teamId)!.token;
  };

  /** Moves a transfer to another time, which no program can do. */
  const backdate = async (id: string, moment: string): Promise<void> => {
    await web.database.pool.query("alter table ledger_transfer disable trigger ledger_transfer_immutable");
    await web.database.pool.query("update ledger_transfer set created_at = $2 where id = $1", [id, moment]);
    await web.database.pool.query("alter table ledger_transfer enable trigger ledger_transfer_immutable");
  };
  return { web, newUser, joined, backdate };
};

/** Parses a CSV file (RFC 4180), without its first line. */
export const rowsOf = (text: string): string[][] => {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.replace("\uFEFF", "").matchAll(cell)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(1, -1);
};

/** Converts "-1.5" in the file to ×1e18. */
export const inUnits = (amount: string): bigint => BigInt(amount.replace(".", ""));
