import { generatePrivateKey } from "viem/accounts";
import { beforeAll, describe } from "vitest";
import { chainMessages } from "../../../resources/chains/messages.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import {
  answerDevWallet,
  disconnect,
  heading,
  signInWithDevWallet,
  storedWalletKey,
} from "../../support/account/visitor.ts";
import { injectWallets, walletBrands } from "../../support/chains/wallet/inject.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud()));

describe("signing in with an installed wallet", () => {
  for (const brand of Object.values(walletBrands)) {
    test(`${brand.name} connects, signs the message and opens the overview`, async ({ openProfile }) => {
      const profile = await openProfile();
      await injectWallets(profile, [{ ...brand, privateKey: generatePrivateKey() }]);
      const page = await profile.newPage();
      await page.goto(`${url}/login`);
      await page.getByRole("button", { name: new RegExp(`${brand.name}.*Installed`) }).click();
      await page.waitForURL(`${url}/overview`);
      await expect(heading(page, /Overview/)).toBeVisible();
      const signed = await page.evaluate((rdns) => window.walletControls[rdns]!.requests, brand.rdns);
      expect(JSON.stringify(signed)).not.toContain("sendTransaction");
    });
  }

  test("a wallet that only sets a property of window, without announcing itself, works too", async ({
    openProfile,
  }) => {
    const profile = await openProfile();
    await injectWallets(profile, [{ ...walletBrands.metaMask, announce: false, privateKey: generatePrivateKey() }]);
    const page = await profile.newPage();
    await page.goto(`${url}/login`);
    await page.getByRole("button", { name: /MetaMask.*Installed/ }).click();
    await page.waitForURL(`${url}/overview`);
  });

  test("a declined request is explained, and the same wallet can be tried again", async ({ openProfile }) => {
    const profile = await openProfile();
    const wallet = { ...walletBrands.okx, privateKey: generatePrivateKey(), answer: "reject" } as const;
    await injectWallets(profile, [wallet]);
    const page = await profile.newPage();
    await page.goto(`${url}/login`);
    await page.getByRole("button", { name: /OKX Wallet/ }).click();
    await expect(page.getByText(chainMessages.requestRejected)).toBeVisible();
    await page.evaluate((rdns) => void (window.walletControls[rdns]!.answer = "approve"), wallet.rdns);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForURL(`${url}/overview`);
  });
});

test("wallet-not-installed dialog with Install and Cancel", async ({ page }) => {
  await page.goto(`${url}/login`);
  await page.getByRole("button", { name: /Coinbase Wallet.*Not installed/ }).click();
  const dialog = page.getByRole("dialog", {
    name: chainMessages.walletNotInstalled.replace("{wallet}", "Coinbase Wallet"),
  });
  await expect(dialog.getByRole("link", { name: "Install" })).toHaveAttribute("href", /coinbase\.com/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

describe("the built-in wallet", () => {
  test("asks before it connects and before it signs, and rejecting ends the attempt", async ({ page }) => {
    await page.goto(`${url}/login`);
    await page.getByRole("button", { name: /Dev wallet/ }).click();
    await answerDevWallet(page, "Reject");
    await expect(page.getByText(chainMessages.requestRejected)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  });

  test("is the same user after Disconnect and a new sign-in", async ({ page }) => {
    await signInWithDevWallet(page, url);
    const user = () => page.evaluate(() => localStorage.getItem("userInfo"));
    await expect.poll(user).not.toBeNull();
    const before = await user();
    await disconnect(page);
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    await page.getByRole("button", { name: /Dev wallet/ }).click();
    await answerDevWallet(page, "Sign");
    await page.waitForURL(`${url}/overview`);
    await expect.poll(user).toBe(before);
  });
});

describe("the session", () => {
  test("survives a reload and is shared with other tabs", async ({ openProfile }) => {
    const profile = await openProfile();
    const page = await profile.newPage();
    await signInWithDevWallet(page, url);
    await page.reload();
    await expect(heading(page, /Overview/)).toBeVisible();
    const other = await profile.newPage();
    await other.goto(`${url}/hosting/projects`);
    await expect(heading(other, "Projects")).toBeVisible();
  });

  test("renews its tokens when less than an hour is left", async ({ page }) => {
    await signInWithDevWallet(page, url);
    await page.evaluate(() => {
      const auth = JSON.parse(localStorage.getItem("authData")!) as object;
      localStorage.setItem("authData", JSON.stringify({ ...auth, accessTokenExpireAt: Date.now() + 60_000 }));
    });
    await page.goto(`${url}/hosting/projects`);
    await expect(heading(page, "Projects")).toBeVisible();
    const secondsLeft = () =>
      page.evaluate(() => {
        const auth = JSON.parse(localStorage.getItem("authData")!) as { accessTokenExpireAt: number };
        return (auth.accessTokenExpireAt - Date.now()) / 1000;
      });
    await expect.poll(secondsLeft).toBeGreaterThan(3600);
  });

  test("without a token a page that needs login redirects to the landing page, and the sign-in returns to it", async ({
    page,
  }) => {
    await page.goto(`${url}/hosting/projects?keyword=garden`);
    await page.waitForURL(`${url}/`);
    await signInWithDevWallet(page, url);
    await page.waitForURL(`${url}/hosting/projects?keyword=garden`);
  });

  test("a 401 clears the session, keeps the built-in wallet's key, and returns to the same page", async ({ page }) => {
    await signInWithDevWallet(page, url);
    const key = await storedWalletKey(page);
    expect(key).toMatch(/^0x[0-9a-f]{64}$/);
    await page.evaluate(() => {
      const spoil = (text: string) => text.replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "eyJ.spoiled.token");
      for (const name of ["token", "authData", "teamList"])
        localStorage.setItem(name, spoil(localStorage.getItem(name)!));
    });
    await page.goto(`${url}/hosting/projects`);
    await page.waitForURL(`${url}/login`);
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    expect(await storedWalletKey(page)).toBe(key);
    await page.getByRole("button", { name: /Dev wallet/ }).click();
    await answerDevWallet(page, "Sign");
    await page.waitForURL(`${url}/hosting/projects`);
  });

  test("/quick-login asks the last used wallet for its signature at once", async ({ page }) => {
    await signInWithDevWallet(page, url);
    await disconnect(page);
    await page.goto(`${url}/quick-login`);
    await answerDevWallet(page, "Sign");
    await page.waitForURL(`${url}/overview`);
  });
});
