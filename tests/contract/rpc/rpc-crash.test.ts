/** What a killed server has saved of the usage of RPC keys. */
import { expect, test, vi } from "vitest";
import { unlockAllUsers } from "../../support/billing/unlocks.ts";
import { rpc, rpcTeam } from "../../support/chains/rpc-team.ts";
import { testDatabase, type TestDatabase } from "../../support/database/database.ts";
import { startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";

const clients = 4;
const writesSeen = 4;

test("a killed server loses RPC requests of at most its last second, in the figures and on the bill", async () => {
  const database = await testDatabase();
  await unlockAllUsers(database);
  const folder = await temporaryFolder();
  const start = () => startCloudProcess(folder, { DATABASE_URL: database.url });
  const cloud = start();
  const team = await rpcTeam({ url: await cloud.ready, database });
  const { userKey } = await team.newKey("FREE");

  let answered = 0;
  const sending = Array.from({ length: clients }, async () => {
    for (;;) {
      const { body } = await rpc(team.url(userKey), "eth_chainId");
      if (body.result !== undefined) answered += 1;
    }
  });
  // They end when the server is gone.
  const ended = Promise.allSettled(sending);

  const figures = { counted: followWrites(), billed: followWrites() };
  const { rows } = await database.pool.query("select every from duty where name in ($1, $2)", [
    "Write RPC request counts",
    "Write usage counts",
  ]);
  // With two writes a second, requests wait for the rest of one write and for the next.
  expect(rows).toEqual([{ every: "0.5 s" }, { every: "0.5 s" }]);
  await vi.waitFor(async () => {
    const before = answered;
    const { counted, billed } = await readFigures(database);
    figures.counted.look(counted, before);
    figures.billed.look(billed, before);
    expect(Math.min(figures.counted.writes(), figures.billed.writes())).toBeGreaterThanOrEqual(writesSeen);
  });
  await cloud.end("SIGKILL");
  await ended;

  await start().ready;
  const { counted, billed } = await readFigures(database);
  for (const [figure, followed] of [
    [counted, figures.counted],
    [billed, figures.billed],
  ] as const) {
    expect(followed.late).toEqual([]);
    expect(figure).toBeGreaterThanOrEqual(followed.saved());
    // The last answers may have been on their way.
    expect(figure).toBeLessThanOrEqual(answered + clients);
  }
});

const readFigures = async ({ pool }: Pick<TestDatabase, "pool">) => {
  const { rows } = await pool.query<{ counted: number; billed: number }>(`
    select (select coalesce(sum(requests), 0)::int from rpc_count) as counted,
           (select coalesce(sum(calls), 0)::int from usage_bucket where resource = 'COMPUTE_UNIT') as billed
  `);
  return rows[0]!;
};

/**
 * Follows a saved figure by looking at it, regardless of how long looks and writes take: each write must save all
 * requests that were answered before the previous write could be seen.
 */
const followWrites = () => {
  const late: string[] = [];
  let [saved, due, before, writes] = [0, 0, 0, 0];
  return {
    /** `answered`: the number of answered requests before the look. */
    look: (figure: number, answered: number): void => {
      if (figure !== saved) {
        if (figure < due) late.push(`${figure} of ${due} requests`);
        [saved, due, writes] = [figure, before, writes + 1];
      }
      before = answered;
    },
    saved: () => saved,
    writes: () => writes,
    late,
  };
};
