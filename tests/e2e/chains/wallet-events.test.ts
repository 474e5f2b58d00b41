import { generatePrivateKey } from "viem/accounts";
import { beforeAll, describe } from "vitest";
import type { Page } from "playwright";
import { chainMessages } from "../../../resources/chains/messages.ts";
import { expect, test, type BrowserFixtures } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { injectWallets, walletBrands } from "../../support/chains/wallet/inject.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud()));

const { rdns } = walletBrands.metaMask;

/** Opens a page whose wallet is connected and leaves its dialog open: the sign-in waits for a signature. */
const waitingForSignature = async (openProfile: BrowserFixtures["openProfile"]): Promise<Page> => {
  const profile = await openProfile();
  await injectWallets(profile, [{ ...walletBrands.metaMask, privateKey: generatePrivateKey() }]);
  const page = await profile.newPage();
  await page.goto(`${url}/login`);
  await page.evaluate(async (rdns) => {
    const ethereum = Reflect.get(window, "ethereum") as { request(request: object): Promise<unknown> };
    await ethereum.request({ method: "eth_requestAccounts" });
    window.walletControls[rdns]!.answer = "ignore";
  }, rdns);
  await page.getByRole("button", { name: /MetaMask/ }).click();
  await expect(page.getByRole("heading", { name: "Sign the message" })).toBeVisible();
  return page;
};

describe("while the wallet's dialog is open", () => {
  test("switching to another account ends the attempt with a message", async ({ openProfile }) => {
    const page = await waitingForSignature(openProfile);
    const other = generatePrivateKey();
    await page.evaluate(([rdns, key]) => window.walletControls[rdns]!.switchAccount(key), [rdns, other] as const);
    await expect(page.getByText(chainMessages.walletAccountChanged)).toBeVisible();
  });

  test("another attempt reports that the wallet already shows a request", async ({ openProfile }) => {
    const page = await waitingForSignature(openProfile);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: /MetaMask/ }).click();
    await expect(page.getByText(chainMessages.requestPending)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  });
});
