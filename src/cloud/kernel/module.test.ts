import fastify from "fastify";
import { expect, test } from "vitest";
import type { Trx } from "../engines/database/database.ts";
import { createUnderWay } from "../http/edge/under-way.ts";
import { modules } from "../modules.ts";
import { createClosers } from "../lib/closers.ts";
import { createEvents, defineEvent, defineNews } from "./events.ts";
import { buildModules, defineModule, inOrder, type Front, type Module } from "./module.ts";

const ground = {} as Parameters<typeof buildModules>[1];
const trx = {} as Trx;

const named = (name: string, needs: readonly Module[] = []): Module => ({
  name,
  needs,
  build: () => ({}),
});

test("the server lists every module that another one needs, each name once, and none needs itself through others", () => {
  expect(inOrder(modules)).toHaveLength(modules.length);
});

test("a module is created after those it needs, whose API it receives", () => {
  const meter = defineModule({ name: "meter", create: () => ({ api: { read: () => 7 } }) });
  const bill = defineModule({
    name: "bill",
    needs: { meter },
    create: (_ground, needs) => ({ api: needs.meter.read() * 2 }),
  });
  expect(inOrder([bill, meter]).map(({ name }) => name)).toEqual(["meter", "bill"]);
  expect(buildModules([bill, meter], ground).apiOf(bill)).toBe(14);
});

test("a circle of needs is refused with its names", () => {
  const first = named("first") as { name: string; needs: Module[] } & Module;
  const second = named("second", [first]);
  first.needs.push(second);
  expect(() => inOrder([first, second])).toThrow("Modules need each other: first → second → first.");
});

test("a need that is not listed is refused, and so are two modules with one name", () => {
  const meter = named("meter");
  expect(() => inOrder([named("bill", [meter])])).toThrow('"bill" needs "meter", which is not listed.');
  expect(() => inOrder([meter, named("meter")])).toThrow('Two modules are called "meter".');
});

test("addresses of modules are listed with their module, and the later one decides first about hosts", async () => {
  const front = (name: string): Front => ({ name, addresses: [`*.${name}.example`], handle: async () => undefined });
  const sites = defineModule({ name: "sites", create: () => ({ fronts: [front("sites")] }) });
  const chains = defineModule({
    name: "chains",
    create: ({ mounted }) => ({
      api: mounted,
      http: ({ app }) => {
        app.get("/chain/:key", async () => "answered");
        void app.register(async (scope) => void scope.post("/prices", async () => "answered"));
      },
    }),
  });
  const s3 = defineModule({ name: "s3", create: () => ({ fronts: [front("s3")] }) });
  const built = buildModules([sites, chains, s3], ground);
  const app = fastify();
  built.http({ app, underWay: createUnderWay(), onFault: () => undefined });
  expect((await app.inject("/chain/1")).body).toBe("answered");
  expect(built.fronts.map(({ name }) => name)).toEqual(["s3", "sites"]);
  expect(built.apiOf(chains)()).toEqual([
    { address: "*.sites.example", module: "sites" },
    { address: "*.s3.example", module: "s3" },
    { address: "/chain/:key", module: "chains" },
    { address: "/prices", module: "chains" },
  ]);
  await app.close();
});

test("modules start in order, and close in reverse order even if one fails to start", async () => {
  const told: string[] = [];
  const module = (name: string, needs: Record<string, Module> = {}) =>
    defineModule({
      name,
      needs,
      create: () => ({
        jobs: [{ define: async () => void told.push(`define ${name}`), work: async () => undefined }],
        start: async () => {
          told.push(`start ${name}`);
          if (name === "bill") throw new Error("no paper");
        },
        close: () => void told.push(`close ${name}`),
      }),
    });
  const meter = module("meter");
  const closers = createClosers(() => undefined);
  await expect(buildModules([module("bill", { meter }), meter], ground).start(closers)).rejects.toThrow("no paper");
  await closers.closeAll();
  expect(told).toEqual(["define meter", "define bill", "start meter", "start bill", "close bill", "close meter"]);
});

test("a module's check of readiness has the module's name, and modules without one are not listed", async () => {
  const checked = defineModule({
    name: "repositories",
    create: () => ({ ready: () => Promise.reject(new Error("no disk")) }),
  });
  const { ready } = buildModules([checked, named("meter")], ground);
  expect(Object.keys(ready)).toEqual(["repositories"]);
  await expect(ready["repositories"]!()).rejects.toThrow("no disk");
});

const paid = defineEvent<number, string>("test.paid");

test("an event reaches its listeners in order and in the transaction, and their results reach the publisher", async () => {
  const events = createEvents();
  const listener = (name: string) => async (at: Trx, amount: number) => `${name} ${amount} ${at === trx}`;
  events.on(paid, listener("first"));
  events.on(paid, listener("second"));
  expect(await events.publish(trx, paid, 5)).toEqual(["first 5 true", "second 5 true"]);
});

test("a listener that fails in the transaction fails the publisher", async () => {
  const events = createEvents();
  events.on(paid, () => Promise.reject(new Error("refused")));
  await expect(events.publish(trx, paid, 5)).rejects.toThrow("refused");
});

const settled = defineNews<number>("test.settled");

test("news reach all hearers at once, before the teller goes on, and the teller learns of a failure", async () => {
  const events = createEvents();
  const heard: string[] = [];
  events.hear(settled, () => Promise.reject(new Error("no disk")));
  events.hear(settled, (amount) => void heard.push(`second ${amount}`));
  const told = events.tell(settled, 5);
  expect(heard).toEqual(["second 5"]);
  await expect(told).rejects.toThrow("no disk");
});
