/** The screens of a team without LAND: the prompt to deposit, and a resource bought on-chain. */
import { beforeAll } from "vitest";
import { chainMessages } from "../../../resources/chains/messages.ts";
import { messages } from "../../../resources/declare/messages.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { rawBlock } from "../../support/ipfs/car.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { reopenPage } from "../../support/account/enter.ts";
import { fits } from "../../support/browser/team-screens.ts";
import { answerDevWallet, heading } from "../../support/account/visitor.ts";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud({ EVM_BLOCK_MS: "20" });
});

test("Messages about insufficient storage trigger a prompt with Cancel and Deposit; the input stays, and Deposit goes to /billing/deposit", async ({
  page,
}) => {
  const { url, database } = cloud;
  await reopenPage(page, url);
  const teamId = await page.evaluate(() => localStorage.getItem("teamId")!);
  await database.db.updateTable("allowance_grant").set({ amount: 0n }).where("team_id", "=", teamId).execute();
  await page.goto(`${url}/bucket/pinning-service`);
  await page.getByRole("button", { name: "Pin by CID" }).first().click();
  const form = page.getByRole("dialog", { name: "Pin by CID" });
  const { cid } = await rawBlock("no room for this");
  await form.getByLabel("CID").fill(cid.toString());
  await form.getByRole("button", { name: "Pin content" }).click();
  const prompt = page.getByRole("dialog", { name: "Confirm" });
  await expect(prompt).toContainText(messages.insufficientResources);
  expect(await complaintsAbout(page)).toEqual([]);
  await prompt.getByRole("button", { name: "Cancel" }).click();
  await expect(prompt).toBeHidden();
  await expect(form.getByLabel("CID")).toHaveValue(cid.toString());
  await form.getByRole("button", { name: "Pin content" }).click();
  await prompt.getByRole("button", { name: "Deposit" }).click();
  await expect(page).toHaveURL(/\/billing\/deposit$/);
  await expect(heading(page, "Deposit")).toBeVisible();
});

test("a resource is bought for the contract's price, and available on the overview as soon as the chain has confirmed it", async ({
  page,
}) => {
  const { url } = cloud;
  await reopenPage(page, url);
  await expect(page.getByText("/ 50 min")).toBeVisible();
  await page.goto(`${url}/billing/purchase`);
  await page.getByLabel("Amount in minutes").fill("10");
  await expect(page.getByText("≈ $0.30")).toBeVisible();
  await expect(page.getByText("No purchases yet")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);

  // IPFS storage has an end date, which must be in the future.
  await page.getByText("IPFS storage", { exact: true }).click();
  await page.getByLabel("Valid through").fill("2025-01-01");
  await expect(page.getByText(chainMessages.ipfsStorageExpired)).toBeVisible();
  await expect(page.getByRole("button", { name: "Buy resource" })).toBeDisabled();
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByText("Build time", { exact: true }).click();
  await page.getByLabel("Amount in minutes").fill("10");
  await page.getByRole("button", { name: "Buy resource" }).click();
  await answerDevWallet(page, "Connect");
  await answerDevWallet(page, "Add");
  // A new wallet is empty.
  await expect(page.getByText(chainMessages.insufficientFunds)).toHaveCount(1);
  const coins = page.getByRole("button", { name: "Get test coins" });
  await coins.click();
  await expect(coins).toBeHidden();
  await page.getByRole("button", { name: "Buy resource" }).click();
  await answerDevWallet(page, "Send");
  await expect(page.getByRole("heading", { name: "Purchase complete" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Purchases" })).toContainText("Granted");
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByRole("link", { name: "View usage" }).click();
  await expect(page.getByText("/ 60 min")).toBeVisible();
});
