/** Custom host names in several processes. */
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { testDns } from "../../../../tests/support/hosting/dns.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { patience } from "../../../../tests/support/patience.ts";
import { testProcesses } from "../../../../tests/support/server/realtime.ts";
import { readConfig } from "../../config.ts";
import { openDns } from "../../engines/dns/open.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { createScheduler } from "../../kernel/duties.ts";
import { createDomains } from "./service.ts";

const log = pino({ level: "silent" });

test("a domain is served by every process once it is valid, although each loads the domains once an hour", async () => {
  const database = await testDatabase();
  const { db } = database;
  const config = readConfig({ CONTENT_DOMAIN: "sites.example", DNS_SERVERS: (await testDns()).server });
  const open = async (realtime: Realtime) => {
    const scheduler = createScheduler({ database, realtime, roles: ["web"], log });
    atFileEnd(() => scheduler.close());
    const engines = { database, dns: openDns(config), certificates: undefined };
    const changes: string[] = [];
    const hostsChanged = (names: readonly string[]) => void changes.push(...names);
    const domains = createDomains(engines, { config, log, wake: scheduler.wake, hostsChanged });
    const loading = domains.duties.filter(({ name }) => name === "Load domains");
    await scheduler.start(loading.map((duty) => ({ ...duty, every: "1 h" as const })));
    await vi.waitFor(() => expect(scheduler.states()).toMatchObject([{ runs: 1, isRunning: false }]), patience);
    return { domains, changes };
  };
  const [here, there] = await testProcesses(database, log);
  const [first, second] = [await open(here), await open(there)];
  await db
    .insertInto("domain")
    .values({
      id: "0195a000-0000-7000-8000-000000000001",
      team_id: "0195a000-0000-7000-8000-000000000002",
      name: "shop.example",
      target_kind: "project",
      target_id: "0195a000-0000-7000-8000-000000000003",
      proof_name: "_proof.shop.example",
      proof_value: "proof",
    })
    .execute();
  await db.updateTable("domain").set({ state: "valid" }).execute();
  expect(second.domains.hosts.has("shop.example")).toBe(false);
  await first.domains.changed();
  expect(first.domains.hosts.has("shop.example")).toBe(true);
  await vi.waitFor(() => expect(second.domains.hosts.has("shop.example")).toBe(true), patience);
  expect(second.changes).toEqual(["shop.example"]);
});
