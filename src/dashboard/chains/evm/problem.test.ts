import { AbiCoder, id, makeError } from "ethers";
import { describe, expect, test } from "vitest";
import { chainMessages } from "../../../../resources/chains/messages.ts";
import { contractMessages } from "../../../../resources/chains/contract-messages.ts";
import { ProviderError } from "../wallets/provider.ts";
import { errorName } from "./decode-error.ts";
import { chainProblem, PublicNetworkError } from "./problem.ts";

const read = (error: unknown) => chainProblem(error, { decode: errorName });
const custom = (signature: string, types: string[] = [], values: unknown[] = []) =>
  id(signature).slice(0, 10) + AbiCoder.defaultAbiCoder().encode(types, values).slice(2);
const callException = (data: string | null, reason: string | null = null) =>
  makeError("execution reverted", "CALL_EXCEPTION", {
    action: "estimateGas",
    data,
    reason,
    transaction: { to: null, data: "0x" },
    invocation: null,
    revert: null,
  });
const address = `0x${"11".repeat(20)}`;

describe("the specification's table, by the texts of ethers 5 and nodes", () => {
  test.each([
    ["unknown account #0 (operation=getAddress)", "unknown-account", contractMessages.accountUnknown],
    ["transaction was replaced [reason=repriced]", "replaced", "Transaction was replaced."],
    ["missing revert data in call exception", "network", chainMessages.chainUnreachable],
    ["user rejected transaction", "canceled", "Your transaction has been canceled."],
    ["transaction failed", "transaction-failed", "Transaction failed"],
    [
      "execution reverted: IPFS with invalid params",
      "storage-expired",
      "IPFS storage expired, extending service duration is required.",
    ],
    ["ERC20: transfer amount exceeds balance", "insufficient-funds", "Insufficient balance in your wallet."],
    ["panic: arithmetic overflow", "insufficient-funds", "Insufficient balance in your wallet."],
    ["insufficient funds for gas * price + value", "insufficient-funds", "Insufficient balance in your wallet."],
    ["Insufficient balance", "insufficient-funds", "Insufficient balance in your wallet."],
    [
      "Request of type 'wallet_switchEthereumChain' already pending for origin http://localhost.",
      "pending",
      "Wrong network, please switch your wallet network and try again.",
    ],
    ["zkSync: account does not exist or has not enough funds", "zksync-empty", chainMessages.zkSyncEmpty],
  ])("%s", (text, kind, message) => {
    expect(read(new Error(text))).toMatchObject({ kind, message });
  });
});

describe("by ethers 6's codes first", () => {
  test.each([
    [
      "ACTION_REJECTED",
      makeError("user rejected action", "ACTION_REJECTED", { action: "sendTransaction", reason: "rejected" }),
      "canceled",
    ],
    ["4001 of a wallet", new ProviderError(4001, "No, thank you."), "canceled"],
    ["4100 of a wallet", new ProviderError(4100, "The requested account has not been authorized."), "unknown-account"],
    ["4902 of a wallet", new ProviderError(4902, "Unrecognized chain"), "unknown-chain"],
    [
      "4902 where mobile wallets hide it",
      new ProviderError(-32603, "Internal", { originalError: { code: 4902 } }),
      "unknown-chain",
    ],
    [
      "-32002 of a wallet",
      new ProviderError(-32002, "Request of type 'x' already pending for origin y. Please wait."),
      "pending",
    ],
    [
      "INSUFFICIENT_FUNDS",
      makeError("not enough for gas", "INSUFFICIENT_FUNDS", { transaction: { to: null } as never }),
      "insufficient-funds",
    ],
    ["NETWORK_ERROR", makeError("no network", "NETWORK_ERROR", { event: "changed" }), "network"],
    [
      "missing revert data in CALL_EXCEPTION",
      { code: "CALL_EXCEPTION", shortMessage: "missing revert data" },
      "network",
    ],
    [
      "mined but failed",
      { code: "CALL_EXCEPTION", shortMessage: "transaction execution reverted", receipt: { status: 0 } },
      "transaction-failed",
    ],
    ["a reason of a require", callException("0x08c379a0", "IPFS with invalid params"), "storage-expired"],
    [
      "REPLACEMENT_UNDERPRICED",
      { code: "REPLACEMENT_UNDERPRICED", shortMessage: "replacement fee too low" },
      "underpriced",
    ],
  ])("%s", (_, error, kind) => {
    expect(read(error).kind).toBe(kind);
  });

  test.each([
    [custom("AccountAlreadyRegistered(address)", ["address"], [address]), contractMessages.accountRegistered],
    [custom("UidAlreadyRegistered(bytes32)", ["bytes32"], [id("x")]), contractMessages.uidRegistered],
    [custom("InvalidSignature()"), contractMessages.registrationSignatureInvalid],
    [custom("AmountTooSmall()"), contractMessages.amountTooSmall],
    [custom("UnknownCoin(address)", ["address"], [address]), contractMessages.coinUnknown],
    [custom("StalePrice(uint256)", ["uint256"], [1]), contractMessages.priceStale],
    [custom("BadPrice()"), contractMessages.priceStale],
    [custom("NotStaker(address,uint256)", ["address", "uint256"], [address, 1]), contractMessages.notStaker],
    [custom("InsufficientStake(uint256,uint256)", ["uint256", "uint256"], [1, 2]), contractMessages.stakeTooSmall],
    [custom("EnforcedPause()"), contractMessages.contractPaused],
    [
      custom("ERC20InsufficientAllowance(address,uint256,uint256)", ["address", "uint256", "uint256"], [address, 1, 2]),
      contractMessages.allowanceTooSmall,
    ],
    [
      custom("ERC20InsufficientBalance(address,uint256,uint256)", ["address", "uint256", "uint256"], [address, 1, 2]),
      chainMessages.insufficientFunds,
    ],
    [custom("ERC2612ExpiredSignature(uint256)", ["uint256"], [1]), contractMessages.permitExpired],
  ])("a contract's own error %s is decoded by the ABI and explained", (data, message) => {
    expect(read(callException(data))).toMatchObject({ message, presentation: "alert" });
  });

  test("a wallet on the public network is refused with an explanation", () => {
    expect(read(new PublicNetworkError())).toEqual({
      kind: "public-network",
      title: "Error",
      message: "Your wallet uses the public network. Switch it to the local devnet.",
      presentation: "alert",
    });
  });
});

describe("presentation", () => {
  test.each([
    ["user rejected transaction", "toast"],
    ["transaction was replaced", "toast"],
    ["insufficient funds", "alert"],
    ["transaction failed", "alert"],
  ])("%s: %s", (text, presentation) => {
    expect(read(new Error(text)).presentation).toBe(presentation);
  });

  test("missing revert data is a confirm titled 'Network error' if a retry is possible, else an alert with that title", () => {
    const error = new Error("missing revert data");
    expect(chainProblem(error, { retry: true })).toMatchObject({
      title: "Network error",
      presentation: "retry-confirm",
    });
    expect(chainProblem(error)).toMatchObject({ title: "Network error", presentation: "alert" });
  });

  test("messages over 100 characters are cut at the first bracket", () => {
    const text = `The node has lost its way (${"detail ".repeat(20)})`;
    expect(read(new Error(text)).message).toBe("The node has lost its way");
    expect(read(new Error("short (detail)")).message).toBe("short (detail)");
  });

  test("a node's message is shown rather than the library's text around it", () => {
    const error = makeError("could not coalesce error", "UNKNOWN_ERROR", {
      error: { code: -32000, message: "gas limit reached" },
    });
    expect(read(error)).toMatchObject({ kind: "other", message: "gas limit reached" });
  });
});
