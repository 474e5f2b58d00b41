import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { expect, test } from "vitest";
import { payingTeam } from "../../../../tests/support/billing/paying-team.ts";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { createOutcomes } from "../../billing/ledger/usage/outcomes.ts";
import { createCounts } from "./counts.ts";
import { requestsSince, unitsToday } from "./read-counts.ts";

test("counts of a write that failed are written with the next one", async () => {
  const { db, pool } = await testDatabase();
  const [teamId, keyId] = [await payingTeam(db), randomUUID()];
  const counts = createCounts(db, pino({ level: "silent" }), createOutcomes({ db }));
  const record = (units: number): void =>
    counts.record({ teamId, keyId, chain: "polygon/mainnet", method: "eth_call", ms: 3, units, cached: false });
  record(20);
  record(20);
  await pool.query("alter table rpc_count rename to rpc_count_away");
  await counts.flush();
  record(1);
  await counts.flush();
  await pool.query("alter table rpc_count_away rename to rpc_count");
  record(1);
  await counts.flush();
  expect(await unitsToday(db, keyId)).toBe(42n);
  expect(await requestsSince(db, [keyId], new Date(0))).toEqual(new Map([[keyId, 4]]));
  const { rows } = await pool.query("select sum(requests)::int as requests from rpc_latency where key_id = $1", [
    keyId,
  ]);
  expect(rows).toEqual([{ requests: 4 }]);
});
