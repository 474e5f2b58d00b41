import { generatePrivateKey } from "viem/accounts";
import type { Page } from "playwright";
import { afterEach, beforeAll, describe, expect as vitestExpect } from "vitest";
import { errors } from "../../../resources/declare/errors.ts";
import { messages } from "../../../resources/declare/messages.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { freePort } from "../../support/free-port.ts";
import { startGitHubEmulator, type GitHubEmulator } from "../../support/git/github.ts";
import { answerDevWallet, disconnect, heading } from "../../support/account/visitor.ts";
import { injectWallets, walletBrands } from "../../support/chains/wallet/inject.ts";

let gitHub: GitHubEmulator;
let cloud: TestCloud;
let url: string;
beforeAll(async () => {
  gitHub = await startGitHubEmulator();
  const port = await freePort();
  cloud = await testCloud({ ...gitHub.settings, PORT: `${port}`, PUBLIC_URL: `http://127.0.0.1:${port}` });
  ({ url } = cloud);
});
afterEach(() => vitestExpect(cloud.faults).toEqual([]));

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const userOf = async (page: Page) =>
  JSON.parse((await stored(page, "userInfo")) ?? "{}") as { uid?: string; github?: { name: string } | null };
const openLinked = async (page: Page): Promise<void> => {
  await page.goto(`${url}/account/config?tab=linked_accounts`);
  await expect(heading(page, "Configurations")).toBeVisible();
};
const linkInAccountSettings = async (page: Page): Promise<void> => {
  await openLinked(page);
  await page.getByRole("button", { name: "Link GitHub" }).click();
  await page.getByRole("link", { name: "Authorize" }).click();
};
const continueWithGitHub = async (page: Page): Promise<void> => {
  await page.goto(`${url}/login`);
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.getByRole("link", { name: "Authorize" }).click();
};
/** Signs in with an unlinked account, then connects a wallet. */
const comeUnlinked = async (page: Page): Promise<void> => {
  await continueWithGitHub(page);
  await expect(heading(page, "No linked account")).toBeVisible();
  vitestExpect(await stored(page, "last_github_code")).not.toBeNull();
  await page.getByRole("link", { name: "Connect wallet" }).click();
  await page.getByRole("button", { name: /Dev wallet/ }).click();
  await answerDevWallet(page, "Connect");
  await answerDevWallet(page, "Sign");
};
const offer = (page: Page) => page.getByRole("dialog", { name: "Link your GitHub account?" });

describe("a code-hosting account linked to a wallet", () => {
  test("is linked in Configurations and then signs in, returning to the requested page", async ({ openProfile }) => {
    gitHub.become("ada");
    const page = await (await openProfile()).newPage();
    await enterAsNewUser(page, url);
    await linkInAccountSettings(page);
    await page.waitForURL(`${url}/account/config?tab=linked_accounts`);
    await expect(page.getByText(messages.accountBound)).toBeVisible();
    await expect(page.getByRole("main").getByText("ada", { exact: true })).toBeVisible();
    const { uid } = await userOf(page);

    const other = await (await openProfile()).newPage();
    await other.goto(`${url}/hosting/projects?keyword=garden`);
    await other.waitForURL(`${url}/`);
    await continueWithGitHub(other);
    await other.waitForURL(`${url}/hosting/projects?keyword=garden`);
    await expect.poll(async () => (await userOf(other)).uid).toBe(uid);

    await page.getByRole("button", { name: "Unlink" }).last().click();
    await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
    await expect(page.getByRole("button", { name: "Link GitHub" })).toBeVisible();
  });

  test("without a link redirects to the wallet, and 'Bind' links it", async ({ page }) => {
    gitHub.become("grace");
    await comeUnlinked(page);
    await expect(offer(page)).toContainText("grace");
    await offer(page).getByRole("button", { name: "Link account" }).click();
    await expect(page.getByText(messages.accountBound)).toBeVisible();
    await expect.poll(async () => (await userOf(page)).github).toEqual({ name: "grace" });
    vitestExpect(await stored(page, "last_github_code")).toBeNull();
    await disconnect(page);
    await continueWithGitHub(page);
    await expect(heading(page, /Overview/)).toBeVisible();
  });

  test("declining continues with the wallet alone, and the offer does not return", async ({ page }) => {
    gitHub.become("hopper");
    await comeUnlinked(page);
    await offer(page).getByRole("button", { name: "Don't link" }).click();
    await expect(offer(page)).toBeHidden();
    await page.reload();
    await expect(heading(page, /Overview/)).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
    vitestExpect((await userOf(page)).github).toBeNull();
  });

  test("needs another GitHub sign-in when the detection has expired while the offer was open", async ({ page }) => {
    gitHub.become("late");
    await comeUnlinked(page);
    await expect(offer(page)).toBeVisible();
    await cloud.database.db
      .updateTable("code_host_detected")
      .set({ expires_at: new Date(0) })
      .execute();
    await offer(page).getByRole("button", { name: "Link account" }).click();
    await page.getByRole("link", { name: "Authorize" }).click();
    await page.waitForURL(`${url}/account/config?tab=linked_accounts`);
    await expect(page.getByRole("main").getByText("late", { exact: true })).toBeVisible();
  });

  test("shows 'Account verification failed' on code 5110 and repeats the offer", async ({ page }) => {
    gitHub.become("mallory");
    await comeUnlinked(page);
    await expect(offer(page)).toBeVisible();
    // As if another browser had received the code.
    await cloud.database.db
      .updateTable("code_host_detected")
      .set({ browser_hash: Buffer.alloc(32) })
      .execute();
    await offer(page).getByRole("button", { name: "Link account" }).click();
    await expect(page.getByText(errors.CODE_HOST_MISMATCH.message)).toBeVisible();
    const asked = page.waitForResponse((response) => response.url().includes("/auth/flc"));
    await page.getByRole("button", { name: "OK" }).click();
    await asked;
    await expect(offer(page)).toBeHidden();
  });

  test("linked to another user moves to a new wallet, says so, and continues as that user", async ({ openProfile }) => {
    gitHub.become("shared");
    const owner = await (await openProfile()).newPage();
    await enterAsNewUser(owner, url);
    await linkInAccountSettings(owner);
    await owner.waitForURL(`${url}/account/config?tab=linked_accounts`);
    await expect.poll(async () => (await userOf(owner)).github).toEqual({ name: "shared" });
    const { uid } = await userOf(owner);

    const profile = await openProfile();
    const second = { ...walletBrands.okx, privateKey: generatePrivateKey() };
    await injectWallets(profile, [second]);
    const page = await profile.newPage();
    await page.goto(`${url}/login`);
    await page.getByRole("button", { name: /OKX Wallet/ }).click();
    await page.waitForURL(`${url}/overview`);
    vitestExpect((await userOf(page)).uid).not.toBe(uid);
    await linkInAccountSettings(page);
    await expect(page.getByText(messages.accountBound)).toBeVisible();
    // The other user's session starts after another page load.
    await expect(heading(page, /Overview/)).toBeVisible();
    await expect.poll(async () => (await userOf(page)).uid).toBe(uid);
    await openLinked(page);
    const rows = page.getByRole("list", { name: "Wallets", exact: true }).getByRole("listitem");
    await expect(rows).toHaveCount(2);
  });

  test("declined at GitHub is reported, and a wallet can be used instead", async ({ page }) => {
    await page.goto(`${url}/login`);
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByRole("alert")).toContainText("Access was denied");
    await page.getByRole("link", { name: "Connect wallet" }).click();
    await page.waitForURL(`${url}/login`);
  });
});

test("a GitHub response that another browser requested signs no one in", async ({ openProfile }) => {
  gitHub.become("attacker");
  const attacker = await (await openProfile()).newPage();
  await enterAsNewUser(attacker, url);
  await linkInAccountSettings(attacker);
  await attacker.waitForURL(`${url}/account/config?tab=linked_accounts`);
  await disconnect(attacker);
  await attacker.getByRole("button", { name: "Continue with GitHub" }).click();
  const link = (await attacker.getByRole("link", { name: "Authorize" }).getAttribute("href"))!;
  const victim = await (await openProfile()).newPage();
  await victim.goto(link);
  await expect(victim.getByRole("alert")).toContainText(errors.CODE_HOST_LINK_EXPIRED.message);
  vitestExpect(await stored(victim, "token")).toBeNull();
});
