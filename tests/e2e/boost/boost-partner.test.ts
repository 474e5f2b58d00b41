/** Mining on a phone, with the built-in wallet, on a server with a local Boost chain. */
import type { Page } from "playwright";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { answerDevWallet, heading, signInWithDevWallet } from "../../support/account/visitor.ts";

const { url } = await faultlessCloud({ EVM_BLOCK_MS: "20" });

const added = (page: Page) => page.getByRole("region", { name: "Your mining" }).locator("dl").first();

test("staking an NFT and tokens raises the rate, and unstaking lowers it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/boost/partner`);
  await expect(heading(page, "Mining")).toBeVisible();
  await expect(page.getByText("Connect your wallet to stake")).toBeVisible();
  await expect(page.getByText("up to 4 NFTs")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);

  await signInWithDevWallet(page, url);
  await page.goto(`${url}/boost/partner`);
  await expect(added(page)).toContainText("+0%");
  await expect(page.getByText("No NFTs yet")).toBeVisible();
  await page.getByRole("button", { name: "Get test coins" }).click();
  await expect(page.getByText("In your wallet: 1,000 BST")).toBeVisible();
  // 1,000 held tokens.
  await expect(added(page)).toContainText("+2%");

  await page.getByRole("button", { name: "Mint NFT" }).click();
  await answerDevWallet(page, "Add");
  await answerDevWallet(page, "Reject");
  await expect(page.getByText("Your transaction has been canceled.")).toBeVisible();
  await page.getByRole("button", { name: "Mint NFT" }).click();
  await answerDevWallet(page, "Send");
  await expect(page.getByText("Boost NFT #1")).toBeVisible();
  await page.getByRole("button", { name: "Stake", exact: true }).click();
  await answerDevWallet(page, "Send");
  await answerDevWallet(page, "Send");
  await expect(page.getByText("NFT #1 staked")).toBeVisible();
  await expect(added(page)).toContainText("+7%");
  expect(await complaintsAbout(page)).toEqual([]);

  await page.getByLabel("Amount in BST").fill("2000");
  await expect(page.getByText("Amount exceeds your wallet balance.")).toBeVisible();
  await page.getByRole("button", { name: "Max" }).click();
  await page.getByRole("button", { name: "Stake tokens" }).click();
  await answerDevWallet(page, "Send");
  await answerDevWallet(page, "Send");
  await expect(added(page)).toContainText("+10%");
  await expect(page.getByRole("region", { name: "Active stakes" })).toContainText("1,000 BST staked");

  await page.getByRole("button", { name: "Unstake" }).click();
  await answerDevWallet(page, "Send");
  await expect(added(page)).toContainText("+5%");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await complaintsAbout(page)).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
  await expect(heading(page, "Overview")).toBeVisible();
});
