import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Contract, Wallet } from "ethers";
import { expect, test, vi } from "vitest";
import { rechargeAbi } from "../../../../resources/chains/contracts.ts";
import { testEvm, type TestEvm } from "../../../../tests/support/chains/evm.ts";
import { patience } from "../../../../tests/support/patience.ts";
import { chainEnds, receiptOf, wholeChain } from "../../../../tests/support/chains/evm-chain.ts";

const first = await testEvm();
const { wallet, provider } = await first.richWallet("opbnb");
const recharge = new Contract(first.find("opbnb")!.contracts.recharge!, rechargeAbi, wallet);
const account = `0x${"7b".repeat(32)}`;
await recharge.getFunction("mintByETH").send(account, { value: 10n ** 17n });
await chainEnds(first, first.find("opbnb")!);
const chain = await wholeChain(provider);
const stateFile = join(first.dataDir, "evm", "204", "state.json");
await first.close();

/** Opens another process on the same database and folder, and reads the chain. */
const again = async (): Promise<{ evm: TestEvm; seen: unknown[] }> => {
  const evm = await testEvm({ database: first.database, dataDir: first.dataDir });
  return { evm, seen: await wholeChain(await evm.find("opbnb")!.connect()) };
};

test("a stopped chain continues from its state", async () => {
  expect((await stat(stateFile)).size).toBeGreaterThan(10_000);
  const { evm, seen } = await again();
  expect(seen).toEqual(chain);
  expect(evm.logged).toEqual([]);
  await evm.close();
});

test("a chain without its state is rebuilt from the log, with the same hashes, receipts and logs", async () => {
  await writeFile(stateFile, "{}");
  const { evm, seen } = await again();
  expect(seen).toEqual(chain);
  expect(evm.logged).toEqual([]);
  await evm.close();
});

test("a truncated state does no harm", async () => {
  const whole = await readFile(stateFile);
  await writeFile(stateFile, whole.subarray(0, whole.length / 2));
  const { evm, seen } = await again();
  expect(seen).toEqual(chain);
  await evm.close();
});

test("a state that does not match the log, as after a restore, is discarded", async () => {
  const other = await testEvm();
  await other.richWallet("opbnb");
  await chainEnds(other, other.find("opbnb")!);
  await other.close();
  await writeFile(stateFile, await readFile(join(other.dataDir, "evm", "204", "state.json")));
  const { evm, seen } = await again();
  expect(seen).toEqual(chain);
  await evm.close();
});

test("a pending transaction is mined after a restart", async () => {
  const slow = await testEvm({ database: first.database, dataDir: first.dataDir, blockMs: 60_000 });
  const connected = wallet.connect(await slow.find("opbnb")!.connect());
  const to = Wallet.createRandom().address;
  const { hash } = await connected.sendTransaction({ to, value: 5n });
  await slow.close();

  const evm = await testEvm({ database: first.database, dataDir: first.dataDir });
  const opbnb = evm.find("opbnb")!;
  const restarted = await opbnb.connect();
  expect((await receiptOf(restarted, { hash }, opbnb.confirmations)).status).toBe(1);
  expect(await restarted.getBalance(to)).toBe(5n);
  await evm.close();
});

test("two processes on one database see the same chain", async () => {
  const one = await testEvm({ database: first.database, dataDir: first.dataDir });
  // With a separate folder, as on another machine.
  const two = await testEvm({ database: first.database });
  const elsewhere = await two.find("opbnb")!.connect();
  const connected = wallet.connect(await one.find("opbnb")!.connect());
  const to = Wallet.createRandom().address;
  const listener = vi.fn();
  two.onBlocks(listener);
  await expect.poll(() => listener.mock.calls).toContainEqual(["opbnb"]);
  listener.mockClear();
  const { hash } = await connected.sendTransaction({ to, value: 7n });
  expect((await receiptOf(elsewhere, { hash })).status).toBe(1);
  expect(await elsewhere.getBalance(to)).toBe(7n);
  await expect.poll(() => listener.mock.calls).toContainEqual(["opbnb"]);
  await chainEnds(one, one.find("opbnb")!);
  expect(await wholeChain(elsewhere)).toEqual(await wholeChain(connected.provider as never));
  await one.close();
  await two.close();
});

test("a killed node is restarted by the next request", async () => {
  const evm = await testEvm({ database: first.database, dataDir: first.dataDir });
  const connected = await evm.find("opbnb")!.connect();
  const before = await wholeChain(connected);
  process.kill(Number(await readFile(join(first.dataDir, "evm", "204", "pid"), "utf8")), "SIGKILL");
  expect(await wholeChain(connected)).toEqual(before);
  await evm.close();
});

test("a node that gives no sign of life is replaced, and the waiting request answered", async () => {
  const evm = await testEvm({ database: first.database, dataDir: first.dataDir });
  const connected = await evm.find("opbnb")!.connect();
  const before = await wholeChain(connected);
  const pid = () => readFile(join(first.dataDir, "evm", "204", "pid"), "utf8");
  const frozen = await pid();
  process.kill(Number(frozen), "SIGSTOP");
  await evm.ready!();
  const after = wholeChain(connected);
  await vi.waitFor(
    () => expect(evm.ready!()).rejects.toThrow("The nodes of these chains don't answer: opbnb."),
    patience,
  );
  expect(await after).toEqual(before);
  expect(await pid()).not.toBe(frozen);
  await evm.ready!();
  await evm.close();
});

test("a call that loops uses at most the gas of a block, whatever it asks for", async () => {
  const evm = await testEvm({ database: first.database, dataDir: first.dataDir });
  const to = "0x00000000000000000000000000000000000000aa";
  // GAS PUSH0 MSTORE PUSH1 32 PUSH0 RETURN: returns the gas that is left.
  const state = { [to]: { code: "0x5a5f5260205ff3" } };
  const gasOf = async (call: object, overrides: object) => {
    const params = [{ to, ...call }, "latest", state, overrides];
    const answer = (await evm.handle("opbnb", { jsonrpc: "2.0", id: 1, method: "eth_call", params })) as {
      result: string;
    };
    return Number(answer.result);
  };
  const most = "0xffffffffffffffff";
  for (const [call, overrides] of [
    [{ gas: most }, { gasLimit: most }],
    [{ gas: most }, {}],
    [{}, { gasLimit: most }],
  ] as const)
    expect(await gasOf(call, overrides)).toBeLessThanOrEqual(30_000_000);
  await evm.close();
});

test("an idle node is stopped and restarts with its state", async () => {
  const evm = await testEvm({ database: first.database, dataDir: first.dataDir, idleMs: 300 });
  const opbnb = evm.find("opbnb")!;
  const connected = await opbnb.connect();
  const before = await wholeChain(connected);
  await expect.poll(() => opbnb.isRunning()).toBe(false);
  expect(await wholeChain(connected)).toEqual(before);
  await evm.close();
});

test("a coin's price on the chain follows the price service, once the chain is used", async () => {
  const coinPrice = async () => 700n * 10n ** 18n;
  const evm = await testEvm({ database: first.database, dataDir: first.dataDir, coinPrice });
  const connected = await evm.find("opbnb")!.connect();
  const priced = new Contract(evm.find("opbnb")!.contracts.recharge!, rechargeAbi, connected);
  const price = () => priced.getFunction("fetchPrice").staticCall();
  await expect.poll(price).toBe(await coinPrice());
  await chainEnds(evm, evm.find("opbnb")!);
  await evm.close();
});
