/** Compared with the output of zkSync's own library (zksync 0.13.1) for the same transactions. */
import { expect, it } from "vitest";
import { keyChangeMessage, packKeyChange, packTransfer, transferText } from "./zksync-packing.ts";

const from = `0x${"1f".repeat(20)}`;
const to = `0x${"AB".repeat(20)}`;
const times = { validFrom: 0, validUntil: 4_294_967_295 };
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const head = `fa010000002c${"1f".repeat(20)}${"ab".repeat(20)}00000000`;
const tail = `${"00".repeat(8)}00000000ffffffff`;

it.each([
  [500_000_000_000_000n, 20_000_000_000_000n, 0, "2540be4005", "fa0a", "00000000"],
  [500_000_000_000_000n, 0n, 7, "2540be4005", "0000", "00000007"],
  [123_456_000_000n, 1n, 4_294_967_295, "5bfb5d0001", "0020", "ffffffff"],
  [34_359_738_367n, 2_047_000n, 3, "ffffffffe0", "ffe3", "00000003"],
  [10_000_000_000_000_000_000_000n, 2_040_000_000_000_000_000_000n, 12, "4a817c800c", "ff12", "0000000c"],
])("packs a transfer of %s wei for a fee of %s", (amount, fee, nonce, packedAmount, packedFee, packedNonce) => {
  const packed = packTransfer({ accountId: 44, from, to, token: 0, amount, fee, nonce, ...times });
  expect(hex(packed)).toBe(`${head}${packedAmount}${packedFee}${packedNonce}${tail}`);
});

it("rejects amounts that cannot be packed", () => {
  const transfer = { accountId: 44, from, to, token: 0, amount: 1n, fee: 0n, nonce: 0, ...times };
  expect(() => packTransfer({ ...transfer, amount: 500_000_000_000_001n })).toThrow(RangeError);
  expect(() => packTransfer({ ...transfer, fee: 2049n })).toThrow(RangeError);
  expect(() => packTransfer({ ...transfer, amount: 10n ** 60n })).toThrow(RangeError);
});

it("packs a change of key, and the message that the wallet signs for it", () => {
  const change = {
    accountId: 44,
    account: from,
    newPkHash: `sync:${"cd".repeat(20)}`,
    feeToken: 0,
    nonce: 3,
    ...times,
  };
  expect(hex(packKeyChange({ ...change, fee: 20_000_000_000_000n }))).toBe(
    `f8010000002c${"1f".repeat(20)}${"cd".repeat(20)}00000000fa0a00000003${tail}`,
  );
  expect(hex(keyChangeMessage(change))).toBe(`${"cd".repeat(20)}000000030000002c${"00".repeat(32)}`);
});

it("formats a transfer in the wording that wallets show", () => {
  const transfer = { amount: 500_000_000_000_000n, fee: 20_000_000_000_000n, to, nonce: 1 };
  const said = `Transfer 0.0005 ETH to: ${to.toLowerCase()}`;
  expect(transferText(transfer)).toBe(`${said}\nFee: 0.00002 ETH\nNonce: 1`);
  expect(transferText({ ...transfer, amount: 10n ** 18n, fee: 0n })).toBe(
    `Transfer 1.0 ETH to: ${to.toLowerCase()}\nNonce: 1`,
  );
});
