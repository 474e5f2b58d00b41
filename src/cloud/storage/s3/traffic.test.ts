import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { landUnit, payingTeam } from "../../../../tests/support/billing/paying-team.ts";
import { createAllowance } from "../../billing/ledger/allowance.ts";
import { setCap } from "../../billing/ledger/charges/caps.ts";
import { createUsage } from "../../billing/ledger/usage/usage.ts";
import type { Bucket } from "../buckets/service.ts";
import { createTraffic } from "./traffic.ts";

it("a bucket's spend cap blocks its traffic, but not that of the team's other buckets", async () => {
  const { db } = await testDatabase();
  const usage = createUsage({ db });
  atFileEnd(() => usage.flush());
  const teamId = await payingTeam(db, 1_000_000n * landUnit);
  const traffic = createTraffic({ db, usage, allowance: createAllowance(usage) });
  const bucket = (): Bucket => ({ id: randomUUID(), teamId }) as Bucket;
  const [free, capped] = [bucket(), bucket()];
  await db
    .transaction()
    .execute((trx) => setCap(trx, teamId, { kind: "PROJECT", target: capped.id }, 1_000n * landUnit));
  await traffic.ask(free, 2 ** 25);
  // 100,000 LAND for 2^30 bytes: the cap pays for 10 MiB.
  await traffic.ask(capped, 2 ** 20);
  await expect(traffic.ask(capped, 2 ** 25)).rejects.toMatchObject({ code: "SPEND_CAP_REACHED" });
  await traffic.ask(free, 2 ** 25);
});
