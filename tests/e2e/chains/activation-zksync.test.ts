/** Activates an account by a transfer on zkSync Lite, in a real browser. */
import { beforeAll, describe } from "vitest";
import { chainMessages } from "../../../resources/chains/messages.ts";
import { zkSyncMessages } from "../../../resources/chains/zksync-messages.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test, welcomeNewcomers } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { fits } from "../../support/browser/team-screens.ts";
import { answerDevWallet, signInWithDevWallet } from "../../support/account/visitor.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud({ EVM_BLOCK_MS: "20" }, { newcomers: true })));

describe("a new user", () => {
  test("sees the requirements of zkSync Lite, gets test ETH, signs the transfer and is activated on Polygon", async ({
    page,
  }) => {
    await signInWithDevWallet(page, url);
    await welcomeNewcomers(page.context());
    await page.goto(`${url}/overview`);
    const dialog = page.getByRole("dialog", { name: "Activate your account" });
    const choose = async () => {
      await dialog.getByRole("button", { name: "Other chains" }).click();
      await page.getByRole("menuitem", { name: "zkSync Lite" }).click();
    };
    await dialog.getByRole("button", { name: "Other chains" }).click();
    await expect(page.getByRole("menuitem", { name: "zkSync Lite" })).toContainText(zkSyncMessages.hint);
    expect(await complaintsAbout(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("menuitem", { name: "zkSync Lite" }).click();

    const short = page.getByRole("dialog", { name: "zkSync Lite" });
    await expect(short.getByText(chainMessages.zkSyncEmpty)).toBeVisible();
    await expect(short.getByText(/closed on 4 May 2026/)).toBeVisible();
    await short.getByRole("button", { name: "Cancel" }).click();
    await choose();
    await short.getByRole("button", { name: "Get test ETH" }).click();
    await answerDevWallet(page, "Reject");

    // After a declined transfer, the chains are offered again.
    await choose();
    const wallet = page.getByRole("dialog", { name: /^Dev wallet/ });
    await expect(wallet.getByText("Access zkSync account.")).toBeVisible();
    await answerDevWallet(page, "Sign");
    await expect(wallet.getByText(/^0x[0-9a-f]{40}/)).toBeVisible();
    await answerDevWallet(page, "Sign");
    await expect(wallet.getByText(/Transfer 0\.0005 ETH to/)).toBeVisible();
    await answerDevWallet(page, "Sign");
    await expect(page.getByRole("dialog", { name: /^Congratulations/ })).toBeVisible();
  });

  test("with another wallet than the registered one gets no signature request: the chains are offered again", async ({
    page,
  }) => {
    await welcomeNewcomers(page.context());
    await enterAsNewUser(page, url);
    await page.goto(`${url}/overview`);
    const dialog = page.getByRole("dialog", { name: "Activate your account" });
    await dialog.getByRole("button", { name: "Other chains" }).click();
    await page.getByRole("menuitem", { name: "zkSync Lite" }).click();
    await answerDevWallet(page, "Connect");
    await expect(dialog.getByRole("button", { name: "Activate now" })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(1);
  });
});
