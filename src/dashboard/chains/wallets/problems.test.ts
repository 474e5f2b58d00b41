import { describe, expect, test } from "vitest";
import { chainMessages } from "../../../../resources/chains/messages.ts";
import { ProviderError } from "./provider.ts";
import { walletProblem } from "./problems.ts";

describe("wallet errors", () => {
  test.each([
    ["code 4001", new ProviderError(4001, "User rejected the request."), chainMessages.requestRejected],
    ["ethers' wording", new Error("user rejected action (action=signMessage)"), chainMessages.requestRejected],
    ["code -32002", { code: -32002, message: "Request already pending for origin" }, chainMessages.requestPending],
    ["too little money", new Error("insufficient funds for gas * price + value"), chainMessages.insufficientFunds],
    ["a bare string", "boom", "Failed to connect wallet: boom"],
  ])("%s is explained", (_, thrown, expected) => {
    expect(walletProblem(thrown).message).toBe(expected);
  });

  test("4902 is found where mobile wallets nest it", () => {
    const wrapped = { code: -32603, message: "Internal", data: { originalError: { code: 4902 } } };
    expect(walletProblem(wrapped).kind).toBe("unknown-chain");
  });

  test("messages over 100 characters are cut at the first bracket", () => {
    const long = `The wallet could not be reached (${"detail ".repeat(30)})`;
    expect(walletProblem(new Error(long)).message).toBe("Failed to connect wallet: The wallet could not be reached");
  });
});
