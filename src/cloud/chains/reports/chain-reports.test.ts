import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect, it } from "vitest";
import type { Row } from "../../../../resources/declare/define.ts";
import { chainErrorCounts, chainErrors } from "../../../../resources/operator/chain-errors.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { chainReportRoutes } from "./routes.ts";
import { createChainReports, type ChainReport } from "./service.ts";

type Person = Awaited<ReturnType<TestWeb["signIn"]>>;
type Entry = Row<typeof chainErrors>;

const operatorKey = privateKeyToAccount(generatePrivateKey());
const reports = createChainReports();
const path = "/api/bill-consume/operator/chain-errors";

let web: TestWeb;
let operator: Person;
beforeAll(async () => {
  web = await testWeb({
    resources: [chainErrors],
    calls: [chainErrorCounts],
    routes: chainReportRoutes(),
    settings: { OPERATORS: operatorKey.address },
  });
  operator = await web.signIn(operatorKey);
  const { userId } = await web.signIn();
  await met({ kind: "network", message: "could not detect network" });
  await met({ kind: "canceled", message: "user rejected action", code: "4001", action: "claim" }, "polygon", userId);
  await met({ kind: "canceled", message: "ACTION_REJECTED 100%" }, "bsc");
  await met({ source: "claim", hash: "0x1", address: "0x2" }, undefined, userId, "RECHARGE");
});

const met = (
  content: Record<string, unknown>,
  chain?: ChainReport["chain"],
  personId?: string,
  kind: ChainReport["kind"] = "ERROR",
) => web.database.db.transaction().execute((trx) => reports.keep(trx, { kind, chain, personId, content }));
const get = async <T>(line: string): Promise<T> =>
  (await web.call(`GET ${line}`, { token: operator.accessToken })).body.data;

it("lists errors reported by browsers, and no other reports", async () => {
  const { items, total } = await get<{ items: Entry[]; total: number }>(path);
  expect(total).toBe(3);
  expect(items.find(({ code }) => code === "4001")).toMatchObject({
    kind: "canceled",
    message: "user rejected action",
    action: "claim",
    network: "Polygon",
    person: expect.any(String) as unknown,
  });
  const { id } = items[0]!;
  expect(await get(`${path}/${id}`)).toEqual(items[0]);
});

it("searches them by kind and literally by text", async () => {
  const totalOf = async (query: string) => (await get<{ total: number }>(`${path}?${query}`)).total;
  expect(await totalOf("kind=canceled")).toBe(2);
  expect(await totalOf("kind=canceled&keyword=rejected%20action")).toBe(1);
  expect(await totalOf("keyword=100%25")).toBe(1);
  expect(await totalOf("keyword=%25")).toBe(1);
});

it("counts each kind, most frequent first", async () => {
  const { items } = await get<{ items: { kind: string; count: number }[] }>(
    "/api/bill-consume/operator/chain-error-counts",
  );
  expect(items.map(({ kind, count }) => [kind, count])).toEqual([
    ["canceled", 2],
    ["network", 1],
  ]);
});

it("is accessible to operators only", async () => {
  const { accessToken } = await web.signIn();
  for (const line of [path, "/api/bill-consume/operator/chain-error-counts"])
    expect((await web.call(`GET ${line}`, { token: accessToken })).status).toBe(404);
});
