/** Activates an account in a real browser on a real chain, and shows the first-deposit offer. */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect as vitestExpect } from "vitest";
import { chainMessages } from "../../../resources/chains/messages.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test, welcomeNewcomers } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { callerOf } from "../../support/server/api.ts";
import { enterWithKey } from "../../support/account/enter.ts";
import { fits } from "../../support/browser/team-screens.ts";
import { answerDevWallet } from "../../support/account/visitor.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud({ EVM_BLOCK_MS: "20" }, { newcomers: true })));

describe("a new user", () => {
  test("gets the activation offer once, activates the account on Polygon, and gets the first-deposit bonus offer", async ({
    page,
  }) => {
    await welcomeNewcomers(page.context());
    const account = privateKeyToAccount(generatePrivateKey());
    await enterWithKey(page, url, account);
    await page.goto(`${url}/overview`);
    const dialog = page.getByRole("dialog", { name: "Activate your account" });
    await expect(dialog.getByText("Web3 identity")).toBeVisible();
    await expect(dialog).toContainText("pinning, RPC and AI keys, rollups and inviting members are locked");
    // One chain with its fee before the other eleven.
    const recommended = dialog.getByRole("region", { name: "Recommended chain" });
    await expect(recommended).toContainText(/^Polygon.*fee (about|below) \$[\d.]+ \(<?[\d.]+\sPOL\)/);
    await dialog.getByRole("button", { name: "Other chains" }).click();
    await expect(page.getByRole("menuitem")).toHaveCount(11);
    await page.keyboard.press("Escape");
    expect(await complaintsAbout(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Skip" }).click();
    await page.getByRole("button", { name: "Account", exact: true }).click();
    await page.getByRole("menuitem", { name: "Activate account" }).click();
    await dialog.getByRole("button", { name: "Skip" }).click();

    // Actions that need activation open the offer again before a form is filled in: trial users can't invite. The same
    // applies to a click before the server has answered whether the account is activated.
    const { promise: clicked, resolve: click } = Promise.withResolvers<void>();
    await page.route(/\/self-handled-register-apply/, (route) => clicked.then(() => route.continue()));
    await page.goto(`${url}/account/member`);
    await page.getByRole("button", { name: "Invite member" }).first().click();
    click();
    await dialog.getByRole("button", { name: "Skip" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto(`${url}/bucket/pinning-service`);
    await expect(page.getByText("Account activation required")).toBeVisible();
    await expect(page.getByRole("button", { name: /^(Pin by CID|Upload CAR)$/ })).toHaveCount(0);
    await page.getByRole("button", { name: "Create token" }).first().click();
    await dialog.getByRole("button", { name: "Activate now" }).click();
    await answerDevWallet(page, "Connect");
    await answerDevWallet(page, "Add");
    await answerDevWallet(page, "Reject");
    await expect(page.getByText(chainMessages.transactionCanceled)).toBeVisible();
    await dialog.getByRole("button", { name: "Activate now" }).click();
    await page.getByRole("button", { name: "Get test coins" }).click();
    await answerDevWallet(page, "Send");
    const success = page.getByRole("dialog", { name: /^Congratulations/ });
    await expect(success).toContainText(chainMessages.activated);
    await expect(dialog).toHaveCount(0);
    await expect(success.getByRole("link", { name: "Share" })).toHaveAttribute("href", /inviteCode/);
    expect(await complaintsAbout(page)).toEqual([]);
    await success.getByRole("button", { name: "Start benefit" }).click();
    await expect(page).toHaveURL(/\/overview$/);
    await expect(page.getByRole("button", { name: "Activate now" })).toBeHidden();

    // Shown once per browser; another browser knows that the account is activated.
    await page.evaluate(() => localStorage.removeItem("guide"));
    await page.reload();
    const offer = page.getByRole("dialog", { name: "Limited-time first deposit bonus for LAND!" });
    await expect(offer.getByRole("timer")).toBeVisible();
    await expect(offer.getByText("300 points", { exact: true })).toBeVisible();
    expect(await complaintsAbout(page)).toEqual([]);
    await offer.getByRole("button", { name: "Deposit now" }).click();
    await expect(page).toHaveURL(/\/billing\/deposit$/);
    await expect(page.getByText("No data available")).toBeVisible();
    expect(await complaintsAbout(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page);
    await page.setViewportSize({ width: 1440, height: 900 });

    // With this account deleted, the wallet's next one takes over its registration: nothing is paid again.
    const token = (await page.evaluate(() => localStorage.getItem("token")))!;
    vitestExpect(
      await callerOf(url)("DELETE /api/auth/user", { token, body: { confirm: account.address } }),
    ).toMatchObject({ status: 200 });
    await page.waitForURL("**/login");
    await enterWithKey(page, url, account);
    await page.goto(`${url}/overview`);
    await page.getByRole("button", { name: "Account", exact: true }).click();
    await page.getByRole("menuitem", { name: "Activate account" }).click();
    await dialog.getByRole("button", { name: "Activate now" }).click();
    await expect(success).toContainText(chainMessages.activated);
  });
});
