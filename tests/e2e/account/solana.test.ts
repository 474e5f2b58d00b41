import type { Page } from "playwright";
import { beforeAll, describe } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { newSolanaWallet } from "../../support/chains/solana.ts";
import { answerDevWallet } from "../../support/account/visitor.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud()));

const openDialog = async (page: Page) => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/account/config?tab=linked_accounts`);
  await page.getByRole("button", { name: "Link address" }).click();
  return page.getByRole("dialog", { name: "Link Solana address" });
};
const copied = async (page: Page, label: string): Promise<string> =>
  (await page.locator(".fh-copy", { has: page.getByRole("button", { name: `Copy ${label}` }) }).innerText()).trim();

describe("linking a Solana address", () => {
  test("Solana address by a signature: the built-in wallet signs the server's message, and unlinking removes it", async ({
    page,
  }) => {
    const dialog = await openDialog(page);
    await dialog.getByRole("button", { name: "Dev wallet" }).click();
    await answerDevWallet(page, "Connect");
    await answerDevWallet(page, "Reject");
    await expect(dialog.getByRole("alert")).toContainText("You declined the request in your wallet.");
    await dialog.getByRole("button", { name: "Dev wallet" }).click();
    await answerDevWallet(page, "Connect");
    await answerDevWallet(page, "Sign");
    await expect(dialog).toBeHidden();
    expect(await copied(page, "Solana address")).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
    expect(await complaintsAbout(page)).toEqual([]);
    await page.getByRole("button", { name: "Unlink", exact: true }).last().click();
    await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
    await expect(page.getByRole("button", { name: "Link address" })).toBeVisible();
  });

  test("the vote account's history is searched for the transaction whose memo names the account", async ({ page }) => {
    const dialog = await openDialog(page);
    await dialog.getByText("Send a transaction", { exact: true }).click();
    await dialog.getByRole("button", { name: "I've sent it" }).click();
    await expect(dialog.getByText("Transaction not found yet")).toBeVisible();
    const wallet = await newSolanaWallet(`${url}/solana`);
    await wallet.fund();
    await wallet.pay(await copied(page, "vote account"), await copied(page, "memo"));
    await dialog.getByRole("button", { name: "I've sent it" }).click();
    await expect(dialog).toBeHidden();
    expect(await copied(page, "Solana address")).toBe(wallet.address);
  });
});
