import { Wallet, type TransactionLike } from "ethers";
import { describe, expect, test } from "vitest";
import { readRawTransaction } from "./raw-transaction.ts";

const wallet = Wallet.createRandom();
const to = "0x00000000000000000000000000000000000000aa";
const sign = (fields: TransactionLike) =>
  wallet.signTransaction({ type: 2, chainId: 137, nonce: 3, to, gasLimit: 21_000n, maxFeePerGas: 9n, ...fields });

test("a signed transaction is parsed: sender, nonce, hash and gas", async () => {
  const raw = await sign({});
  const read = readRawTransaction(raw, 137);
  expect(read).toMatchObject({ sender: wallet.address.toLowerCase(), nonce: 3, gas_limit: 21_000 });
  expect(`0x${read.raw.toString("hex")}`).toBe(raw);
});

test.each([0, 1, 2])("type %i is accepted", async (type) => {
  const price = type === 2 ? {} : { gasPrice: 9n, maxFeePerGas: null };
  expect(readRawTransaction(await sign({ type, ...price }), 137)).toMatchObject({ nonce: 3 });
});

describe("refused with the words of other nodes is", () => {
  const refusal = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };
  const cases: readonly (readonly [string, () => unknown, object])[] = [
    ["what is not hexadecimal", async () => "raw", { code: -32_602 }],
    ["nothing", async () => undefined, { code: -32_602 }],
    ["what is not a transaction", async () => "0x02deadbeef", { code: -32_602 }],
    ["one for another chain", () => sign({ chainId: 1 }), { message: "invalid chain id for signer" }],
    [
      "one for every chain",
      () => sign({ type: 0, chainId: 0, gasPrice: 9n, maxFeePerGas: null }),
      { message: "only replay-protected (EIP-155) transactions allowed over RPC" },
    ],
    [
      "one that asks for more than a block",
      () => sign({ gasLimit: 30_000_001n }),
      { message: "exceeds block gas limit" },
    ],
    ["one that is too large", () => sign({ data: `0x${"00".repeat(131_072)}` }), { message: "oversized data" }],
  ];
  test.each(cases)("%s", async (_name, make, expected) => {
    const raw = await make();
    expect(refusal(() => readRawTransaction(raw, 137))).toMatchObject(expected);
  });
});
