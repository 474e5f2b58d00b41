/** Transfers coins over a rollup's bridge in both directions, in a real browser, on a server that runs both chains. */
import { concat, JsonRpcProvider, parseEther, Wallet, zeroPadValue } from "ethers";
import type { Page } from "playwright";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { runningRollup } from "../../support/chains/running-rollup.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { answerDevWallet, heading } from "../../support/account/visitor.ts";

const cloud = await faultlessCloud({ EVM_BLOCK_MS: "20", ROLLUP_PAYOUT_SECONDS: "1" });
const { url } = cloud;
const rollup = await runningRollup(url, "Orchard");

const moves = (page: Page) => page.getByRole("list", { name: "Your transfers" }).getByRole("listitem");

test("coins are deposited, paid on the rollup, withdrawn, and claimed on the settlement chain when they are ready", async ({
  page,
}) => {
  await page.goto(`${url}/bridge/${rollup.chainId}`);
  await expect(heading(page, "Orchard bridge")).toBeVisible();
  await expect(page.getByText("No wallet is connected")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await answerDevWallet(page, "Connect");
  await expect(page.getByText("No transfers yet")).toBeVisible();

  // A new wallet is empty on both chains.
  await page.getByLabel("Amount in ETH").fill("0.25");
  await expect(page.getByText("Your wallet holds less than that and the fee.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Deposit 0.25 ETH/ })).toBeDisabled();
  await page.getByRole("button", { name: "Test coins on Ethereum" }).click();
  await expect(page.getByText("Your wallet holds less than that and the fee.")).toBeHidden();

  await page.getByRole("button", { name: "Deposit 0.25 ETH" }).click();
  await answerDevWallet(page, "Reject");
  await expect(page.getByText("Your transaction has been canceled.")).toBeVisible();
  await page.getByRole("button", { name: "Deposit 0.25 ETH" }).click();
  // Listed once sent, before the server has seen it, and after a reload.
  const listCall = "**/api/raas/chain/*/bridge/*";
  await page.route(listCall, (route) =>
    route.fulfill({ json: { code: 200, message: "", data: { deposits: [], withdrawals: [] } } }),
  );
  await answerDevWallet(page, "Send");
  await expect(page.getByText("Deposit sent. Orchard credits it in a moment.")).toBeVisible();
  await expect(moves(page)).toHaveCount(1);
  await page.reload();
  await expect(moves(page).filter({ hasText: "Deposit of 0.25 ETH" })).toContainText("On its way");
  await page.unroute(listCall);
  await expect(moves(page).filter({ hasText: "Deposit of 0.25 ETH" })).toContainText("Paid");
  expect(await complaintsAbout(page)).toEqual([]);

  // The rollup is not added to the wallet yet.
  await page.getByText("Withdraw", { exact: true }).click();
  await page.getByLabel("Amount in ETH").fill("0.125");
  await page.getByRole("button", { name: "Withdraw 0.125 ETH" }).click();
  await answerDevWallet(page, "Add");
  await answerDevWallet(page, "Send");
  const withdrawal = moves(page).filter({ hasText: "Withdrawal of 0.125 ETH" });
  await withdrawal.getByRole("button", { name: /^Collect on Ethereum/ }).click();
  await answerDevWallet(page, "Switch");
  await answerDevWallet(page, "Send");
  await expect(page.getByText(/^Paid out on Ethereum/)).toBeVisible();
  await expect(withdrawal).toContainText("Paid");
  await expect(withdrawal.getByRole("button", { name: /^Collect on/ })).toBeHidden();

  // The withdrawal links to its transaction in the explorer.
  await withdrawal.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "withdraw", exact: true })).toBeVisible();
  await expect(page.getByText("Succeeded")).toBeVisible();
});

test("a withdrawal above the deposits is refused with a message, and the faucet pays once a day", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/bridge/${rollup.chainId}`);
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await answerDevWallet(page, "Connect");
  const faucet = page.getByRole("button", { name: "Test coins on Orchard" });
  await faucet.click();
  await page.getByText("Withdraw", { exact: true }).click();
  await page.getByLabel("Amount in ETH").fill("0.9");
  await page.getByRole("button", { name: "Withdraw 0.9 ETH" }).click();
  await answerDevWallet(page, "Add");
  const refused = page.getByRole("dialog", { name: "Error" });
  await expect(refused).toContainText("The amount exceeds this rollup's deposits");
  await refused.getByRole("button", { name: "OK" }).click();
  await faucet.click();
  await expect(page.getByRole("dialog", { name: "No coins were given" })).toBeVisible();
  await page.getByRole("button", { name: "OK" }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await complaintsAbout(page)).toEqual([]);
});

test("deposits that a contract wallet rejected are claimed from the bridge to another address", async ({ page }) => {
  const account = await contractWallet(page);
  const choice = page.getByRole("radiogroup", { name: "Wallet", exact: true });
  await page.goto(`${url}/bridge/${rollup.chainId}`);
  await choice.getByText("Dev wallet").click();
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await answerDevWallet(page, "Connect");
  await page.getByRole("button", { name: "Test coins on Ethereum" }).click();
  await expect(page.getByText("Test coins added to your wallet.")).toBeVisible();
  await page.getByLabel("Amount in ETH").fill("0.25");
  await page.getByLabel("Receiver on Orchard").fill(account);
  await page.getByRole("button", { name: "Deposit 0.25 ETH" }).click();
  await answerDevWallet(page, "Send");
  await expect(moves(page)).toContainText("Paid");

  await choice.getByText("Contract wallet").click();
  const owed = page.getByText("0.25 ETH on Orchard can be claimed");
  await expect(owed).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByRole("button", { name: "Claim", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Claim 0.25 ETH" });
  const receiver = Wallet.createRandom().address;
  await dialog.getByLabel("Receiver on Orchard").fill(receiver);
  await dialog.getByRole("button", { name: "Claim", exact: true }).click();
  await expect(page.getByText("Claimed on Orchard.")).toBeVisible();
  await expect(owed).toBeHidden();
  expect(await rollup.provider.getBalance(receiver)).toBe(parseEther("0.25"));
});

/** Reverts without data, so it refuses coins; otherwise calls the address in the first word with the rest of the data. */
const forwarderCode =
  "0x602880600b6000396000f3" + // returns the following 40 bytes as the contract
  "3615602257" + // no data: go to the last line
  "60203603806020600037" + // copies the data after the first word
  "600060008260006000600035" +
  "5af115602257" + // calls the address in the first word; failed: go to the last line
  "00" +
  "5b60006000fd"; // reverts

/** Adds a wallet to the page whose account on the rollup is a contract that rejects coins; it approves everything. */
const contractWallet = async (page: Page): Promise<string> => {
  const owner = await rollup.wallet();
  const deployed = await (await owner.sendTransaction({ data: forwarderCode })).wait();
  const account = deployed!.contractAddress!;
  const settlement = new JsonRpcProvider(`${url}/chain/ethereum`);
  const providers = new Map([
    [1n, settlement],
    [BigInt(rollup.chainId), rollup.provider],
  ]);
  let chainId = 1n;
  const answer = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    switch (method) {
      case "eth_accounts":
      case "eth_requestAccounts":
        return [account];
      case "eth_chainId":
        return `0x${chainId.toString(16)}`;
      case "wallet_switchEthereumChain":
        chainId = BigInt((params[0] as { chainId: string }).chainId);
        return null;
      case "eth_sendTransaction": {
        const { to, data } = params[0] as { to: string; data: string };
        return (await owner.sendTransaction({ to: account, data: concat([zeroPadValue(to, 32), data]) })).hash;
      }
      default:
        return providers.get(chainId)!.send(method, [...params]);
    }
  };
  await page.exposeFunction("askContractWallet", answer);
  await page.addInitScript(() => {
    const ask = Reflect.get(window, "askContractWallet") as (method: string, params: unknown[]) => Promise<unknown>;
    const provider = {
      request: ({ method, params = [] }: { method: string; params?: unknown[] }) => ask(method, params),
      on: () => undefined,
      removeListener: () => undefined,
    };
    const info = {
      uuid: crypto.randomUUID(),
      name: "Contract wallet",
      rdns: "example.contract",
      icon: "data:image/svg+xml,<svg/>",
    };
    const announce = () =>
      dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }));
    addEventListener("eip6963:requestProvider", announce);
    announce();
  });
  return account;
};
