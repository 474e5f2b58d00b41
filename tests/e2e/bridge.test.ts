/** Coins over a rollup's bridge in a real browser, there and back, on a cloud that runs both chains. */
import type { Page } from "playwright";
import { complaintsAbout } from "../support/accessibility.ts";
import { expect, test } from "../support/browser.ts";
import { runningRollup } from "../support/running-rollup.ts";
import { soundCloud } from "../support/sound-cloud.ts";
import { answerDevWallet, heading } from "../support/visitor.ts";

const cloud = await soundCloud({ EVM_BLOCK_MS: "20", ROLLUP_PAYOUT_SECONDS: "1" });
const { url } = cloud;
const rollup = await runningRollup(url, "Orchard");

const moves = (page: Page) => page.getByRole("list", { name: "Your moves" }).getByRole("listitem");

test("coins are deposited, paid on the rollup, withdrawn, and taken on the settlement chain when they are ready", async ({
  page,
}) => {
  await page.goto(`${url}/bridge/${rollup.chainId}`);
  await expect(heading(page, "Bridge of Orchard")).toBeVisible();
  await expect(page.getByText("No wallet is connected")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await answerDevWallet(page, "Connect");
  await expect(page.getByText("No moves yet")).toBeVisible();

  // A new wallet holds nothing on either chain.
  await page.getByLabel("Amount in ETH").fill("0.25");
  await expect(page.getByText("Your wallet holds less than that and the fee.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Deposit 0.25 ETH/ })).toBeDisabled();
  await page.getByRole("button", { name: "Test coins on Ethereum" }).click();
  await expect(page.getByText("Your wallet holds less than that and the fee.")).toBeHidden();

  await page.getByRole("button", { name: "Deposit 0.25 ETH" }).click();
  await answerDevWallet(page, "Reject");
  await expect(page.getByText("Your transaction has been canceled.")).toBeVisible();
  await page.getByRole("button", { name: "Deposit 0.25 ETH" }).click();
  await answerDevWallet(page, "Send");
  await expect(page.getByText("Deposited. Orchard pays it in a moment.")).toBeVisible();
  await expect(moves(page).filter({ hasText: "Deposit of 0.25 ETH" })).toContainText("Paid");
  expect(await complaintsAbout(page)).toEqual([]);

  // The wallet does not know the rollup yet.
  await page.getByText("Withdraw", { exact: true }).click();
  await page.getByLabel("Amount in ETH").fill("0.125");
  await page.getByRole("button", { name: "Withdraw 0.125 ETH" }).click();
  await answerDevWallet(page, "Add");
  await answerDevWallet(page, "Send");
  const withdrawal = moves(page).filter({ hasText: "Withdrawal of 0.125 ETH" });
  await withdrawal.getByRole("button", { name: /^Take it on Ethereum/ }).click();
  await answerDevWallet(page, "Switch");
  await answerDevWallet(page, "Send");
  await expect(page.getByText(/^Paid out on Ethereum/)).toBeVisible();
  await expect(withdrawal).toContainText("Paid");
  await expect(withdrawal.getByRole("button", { name: /^Take it/ })).toBeHidden();

  // What is left of the deposit, and the way to see it.
  await withdrawal.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "withdraw", exact: true })).toBeVisible();
  await expect(page.getByText("Succeeded")).toBeVisible();
});

test("more than was ever deposited is refused in words, and the faucet gives once a day", async ({ page }) => {
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
  await expect(refused).toContainText("So much has never been deposited to this rollup");
  await refused.getByRole("button", { name: "OK" }).click();
  await faucet.click();
  await expect(page.getByRole("dialog", { name: "No coins were given" })).toBeVisible();
  await page.getByRole("button", { name: "OK" }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await complaintsAbout(page)).toEqual([]);
});
