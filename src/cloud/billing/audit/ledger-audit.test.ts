import { randomUUID } from "node:crypto";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect, it } from "vitest";
import { ledgerReport, type LedgerReport } from "../../../../resources/operator/ledger.ts";
import { depositLand, landUnit as unit } from "../../../../tests/support/billing/paying-team.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { Jobs } from "../../engines/jobs/jobs.ts";
import { createLedger } from "../ledger/create-ledger.ts";
import { ledgerAuditRoutes } from "./routes.ts";
import { alarm, createLedgerAudit, type LedgerAudit } from "./service.ts";

type Person = Awaited<ReturnType<TestWeb["signIn"]>>;

const operatorKey = privateKeyToAccount(generatePrivateKey());
const ledger = createLedger();
const errors: unknown[] = [];

let web: TestWeb;
let ledgerAudit: LedgerAudit;
let operator: Person;
beforeAll(async () => {
  web = await testWeb({
    calls: [ledgerReport],
    routes: [{ call: ledgerReport.call, handler: (context) => ledgerAuditRoutes(ledgerAudit)[0]!.handler(context) }],
    settings: { OPERATORS: operatorKey.address },
  });
  ledgerAudit = createLedgerAudit({
    engines: { database: web.database, jobs: {} as Jobs },
    auth: web.auth,
    notices: web.notices,
    log: { error: (...args: unknown[]) => void errors.push(args), warn: () => undefined },
  });
  operator = await web.signIn(operatorKey);
});

const transact = <T>(work: (trx: Trx) => Promise<T>) => web.database.db.transaction().execute(work);
const read = async (): Promise<LedgerReport> =>
  (await web.call("GET /api/bill-consume/operator/ledger", { token: operator.accessToken })).body.data;
const use = (teamId: string, amount: bigint) =>
  ({
    id: randomUUID(),
    from: { teamId, unit: "LAND" },
    to: { system: "revenue", unit: "LAND" },
    amount,
    reason: "Storage",
  }) as const;
const messages = async () =>
  ((await web.call("GET /api/auth/broadcast", { token: operator.accessToken })).body.data as { message: string }[]).map(
    ({ message }) => message,
  );

it("shows every account with its sum, holds and debts; the sum of all is zero", async () => {
  const [payer, debtor] = [await web.signIn(), await web.signIn()];
  await depositLand(web.database.db, payer.teamId, 100n * unit);
  await depositLand(web.database.db, debtor.teamId, 1n * unit);
  await transact((trx) => ledger.hold(trx, use(payer.teamId, 30n * unit)));
  await transact((trx) => ledger.collect(trx, use(debtor.teamId, 5n * unit)));
  await transact((trx) =>
    ledger.post(trx, {
      ...use(payer.teamId, 7n),
      from: { system: "bonus", unit: "POINT" },
      to: { teamId: payer.teamId, unit: "POINT" },
    }),
  );
  const report = await read();
  expect(report).toMatchObject({ isSound: true, sums: { LAND: "0", POINT: "0" }, wrongAccounts: [], expiredHolds: 0 });
  const totals = Object.fromEntries(
    report.totals.map(({ account, unit: of, ...total }) => [`${account} ${of}`, total]),
  );
  expect(totals).toMatchObject({
    "world LAND": { balance: (-101n * unit).toString() },
    "team LAND": { accounts: 2, balance: (100n * unit).toString(), held: (30n * unit).toString() },
    "debt LAND": { balance: (-4n * unit).toString() },
    "revenue LAND": { balance: (5n * unit).toString() },
    "bonus POINT": { balance: "-7" },
  });
  expect(report.holds).toMatchObject({ total: 1, items: [{ amount: (30n * unit).toString(), reason: "Storage" }] });
  expect(report.owing).toMatchObject({
    total: 1,
    items: [{ teamId: debtor.teamId, amount: (4n * unit).toString() }],
  });
  expect(report.suspense).toEqual({ deposits: 0, purchases: 0 });
  await ledgerAudit.check();
  expect(errors).toEqual([]);
});

it("logs a fault and notifies all operators", async () => {
  const { teamId } = await web.signIn();
  await depositLand(web.database.db, teamId, unit);
  const change = (by: number) =>
    web.database.pool.query(`update ledger_account set balance = balance + ${by} where code = $1`, [`team:${teamId}`]);
  await change(1);
  const report = await ledgerAudit.check();
  expect(report).toMatchObject({ isSound: false, sums: { LAND: "1" }, wrongAccounts: [`team:${teamId} LAND`] });
  expect(errors).toMatchObject([[{ sums: { LAND: "1" } }, "The ledger audit found a fault"]]);
  expect(await messages()).toContain(alarm);
  expect(await read()).toMatchObject({ isSound: false });
  await change(-1);
  expect(await read()).toMatchObject({ isSound: true });
});

it("is accessible to operators only", async () => {
  const { accessToken } = await web.signIn();
  expect((await web.call("GET /api/bill-consume/operator/ledger", { token: accessToken })).status).toBe(404);
});
