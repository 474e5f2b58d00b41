/** Sites in several processes, over PostgreSQL's NOTIFY. */
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { testDatabase } from "../../../../../tests/support/database/database.ts";
import { patience } from "../../../../../tests/support/patience.ts";
import { testProcesses } from "../../../../../tests/support/server/realtime.ts";
import { createSites, type Site } from "./sites.ts";

const hourMs = 3_600_000;
const siteOf = (cid: string): Site => ({ cid, teamId: "team", subject: "project" });

test("a changed site is found in every process, although each keeps its answers for an hour", async () => {
  const [here, there] = await testProcesses(await testDatabase(), pino({ level: "silent" }));
  const stored = new Map([
    ["changed", siteOf("before")],
    ["other", siteOf("before")],
  ]);
  const lookUps: string[] = [];
  const open = (realtime: typeof here) => {
    const sites = createSites({
      realtime,
      lookup: async (id) => {
        lookUps.push(id);
        return { kind: "project", id };
      },
      isServed: async () => true,
      cacheMs: hourMs,
    });
    sites.register("project", async (id) => stored.get(id));
    return sites;
  };
  const [first, second] = [open(here), open(there)];
  for (const sites of [first, second])
    for (const id of stored.keys()) expect(await sites.find(id)).toEqual({ site: siteOf("before") });
  for (const id of stored.keys()) stored.set(id, siteOf("after"));

  lookUps.length = 0;
  first.invalidate("project", "changed");
  expect(await first.find("changed")).toEqual({ site: siteOf("after") });
  await vi.waitFor(async () => expect(await second.find("changed")).toEqual({ site: siteOf("after") }), patience);
  for (const sites of [first, second]) expect(await sites.find("other")).toEqual({ site: siteOf("before") });
  expect(lookUps).toEqual(["changed", "changed"]);
});
