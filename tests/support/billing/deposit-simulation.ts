import { randomUUID } from "node:crypto";
import { audit } from "../../../src/cloud/billing/ledger/audit.ts";
import { createLedger } from "../../../src/cloud/billing/ledger/create-ledger.ts";
import type { Ledger } from "../../../src/cloud/billing/ledger/ledger.ts";
import { dice } from "../chains/dice.ts";
import { euidOfUser, land, mint, moneyOn } from "./money.ts";
import { scriptedChain, transactionOf, type ScriptedChain, type Transaction } from "../chains/scripted-chain.ts";
import { testWeb, type TestWeb } from "../server/web.ts";

interface Simulation {
  readonly seed: string;
  readonly rounds: number;
  readonly confirmations: number;
  readonly deepestReorg: number;
}

type Dice = ReturnType<typeof dice>;

class Crash extends Error {}

const people = 3;
/** One in this many calls of the node or the ledger fails. */
const crashOneIn = 25;
const nobody = `0x${"ee".repeat(32)}`;

/**
 * Runs a simulation, then lets all payments confirm. Returns amounts by user: paid on the final chain, and credited.
 */
export const simulateDeposits = async ({ seed, rounds, confirmations, deepestReorg }: Simulation) => {
  const web = await testWeb();
  // What the chain does is the same in each run. What runs at the same time takes from other dice, in any order.
  const roll = dice(seed);
  const chance = dice(`${seed} at the same time`);
  const chain = scriptedChain("polygon", { confirmations });
  const counts = { reorgs: 0, crashes: 0 };
  const faults = { isOn: true };
  const crash = (): void => {
    if (faults.isOn && chance(crashOneIn) === 0) throw new Crash("crash");
  };
  chain.onRequest(crash);
  const users = await Promise.all(Array.from({ length: people }, () => web.signIn()));
  const accounts = users.map(({ userId }) => euidOfUser(userId));
  const spending = users.map(() => 0n);
  // Two processes without shared state.
  const watchers = [0, 1].map(() => moneyOn(web, chain, failing(createLedger(), crash)));

  for (let round = 0; round < rounds; round += 1) {
    for (let more = roll(3); more >= 0; more -= 1) chain.mine(...payments(roll, accounts));
    if (roll(5) === 0) {
      counts.reorgs += 1;
      reorganise(chain, roll, 1 + roll(deepestReorg));
    }
    const looking = watchers.slice(0, 1 + roll(2)).map(({ chainEvents }) => chainEvents.poll("polygon"));
    const spent = users.map(({ teamId }) => spend(web, chance, teamId));
    for (const end of await Promise.allSettled(looking)) if (end.status === "rejected") counts.crashes += 1;
    for (const [at, end] of (await Promise.all(spent)).entries()) spending[at]! += end;
  }

  faults.isOn = false;
  for (let more = confirmations + 2; more > 0; more -= 1) chain.mine();
  for (const { chainEvents } of watchers) await chainEvents.poll("polygon");
  const { ledger } = watchers[0]!;
  const standings = await Promise.all(users.map(({ teamId }) => ledger.balances(web.database.db, teamId)));
  return {
    ...counts,
    blocks: chain.blocks.length,
    reversed: await countOf(web, "select coalesce(sum(round), 0) as count from chain_event"),
    expected: accounts.map((account) => paidFor(chain, account)),
    credited: standings.map(({ balance, owed }, at) => balance - owed + spending[at]!),
    expectedSuspense: paidFor(chain, nobody),
    suspense: await suspenseOf(web),
    audited: await audit(web.database.db),
  };
};

/** Returns zero, one or several transactions with one or two events each, a few of them for an unknown account. */
const payments = (roll: Dice, accounts: readonly string[]): Transaction[] =>
  Array.from({ length: Math.max(0, roll(5) - 2) }, () =>
    transactionOf(
      ...Array.from({ length: 1 + (roll(4) === 0 ? 1 : 0) }, () =>
        mint(
          roll(8) === 0 ? nobody : accounts[roll(accounts.length)]!,
          land(1 + roll(10_000_000)) + BigInt(roll(1000)),
        ),
      ),
    ),
  );

/** Replaces the newest blocks. Most of their transactions appear again, in another order and at another price. */
const reorganise = (chain: ScriptedChain, roll: Dice, depth: number): void => {
  const height = chain.blocks.length;
  const again = chain
    .drop(depth)
    .filter(() => roll(5) > 0)
    .toSorted(() => roll(3) - 1)
    .map(({ hash, events }) => ({
      hash,
      events: events.map(([name, [account, coin, ...amounts]]) => {
        const doubled = roll(6) === 0 ? 2n : 1n;
        return [name, [account, coin, ...amounts.map((amount) => (amount as bigint) * doubled)]] as const;
      }),
    }));
  while (chain.blocks.length <= height) chain.mine(...again.splice(0, roll(3)));
  chain.mine(...again);
};

/** Spends up to the balance, directly or with a hold. Returns the spent amount. */
const spend = async (web: TestWeb, roll: Dice, teamId: string): Promise<bigint> => {
  const ledger = createLedger();
  const amount = land(1 + roll(4_000_000));
  const posting = {
    id: randomUUID(),
    from: { teamId, unit: "LAND" },
    to: { system: "revenue", unit: "LAND" },
    amount,
    reason: "test",
  } as const;
  const isHeld = roll(2) === 0;
  try {
    await web.database.db.transaction().execute(async (trx) => {
      if (!isHeld) await ledger.post(trx, posting);
      else await ledger.hold(trx, posting);
    });
  } catch {
    return 0n;
  }
  if (!isHeld) return amount;
  const taken = amount / 2n;
  await web.database.db.transaction().execute((trx) => ledger.capture(trx, posting.id, taken));
  return taken;
};

/** Fails before or after a posting, like a process that ends in the middle of a transaction. */
const failing = (ledger: Ledger, crash: () => void): Ledger => ({
  ...ledger,
  post: async (trx, posting) => {
    crash();
    const posted = await ledger.post(trx, posting);
    crash();
    return posted;
  },
  collect: async (trx, posting) => {
    const collected = await ledger.collect(trx, posting);
    crash();
    return collected;
  },
});

const paidFor = (chain: ScriptedChain, account: string): bigint =>
  chain.blocks
    .flatMap(({ transactions }) => transactions)
    .flatMap(({ events }) => events)
    .filter(([, values]) => values[0] === account)
    .reduce((sum, [, values]) => sum + (values[4] as bigint), 0n);

const suspenseOf = async (web: TestWeb): Promise<bigint> => {
  const { totals } = await audit(web.database.db);
  return totals.find(({ account, unit }) => account === "suspense" && unit === "LAND")?.balance ?? 0n;
};

const countOf = async (web: TestWeb, statement: string): Promise<number> =>
  Number((await web.database.pool.query<{ count: string }>(statement)).rows[0]!.count);
