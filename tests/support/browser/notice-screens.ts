/** Starts a server with an operator, and locates notices on screen. */
import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { beforeEach } from "vitest";
import { expect, type BrowserFixtures } from "./browser.ts";
import { enterWithKey } from "../account/enter.ts";
import { newOwner } from "../account/owner.ts";
import { faultlessCloud } from "../server/faultless-cloud.ts";

export const newKey = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());

/** Call once per test file; every test starts without notices. */
export const noticeCloud = async () => {
  const operatorKey = newKey();
  const { url, database } = await faultlessCloud({ OPERATORS: operatorKey.address });
  const operator = await newOwner(url, operatorKey);
  beforeEach(() => database.db.deleteFrom("notice").execute());

  /** Opens a page in a separate profile, signed in with a key. */
  const enter = async (
    openProfile: BrowserFixtures["openProfile"],
    path: string,
    account: PrivateKeyAccount = newKey(),
    options: Parameters<BrowserFixtures["openProfile"]>[0] = {},
  ): Promise<Page> => {
    const profile = await openProfile(options);
    const page = await profile.newPage();
    await enterWithKey(page, url, account);
    await page.goto(url + path);
    return page;
  };
  const publish = (notice: object): Promise<{ id: string }> =>
    operator.data("POST /api/auth/operator/notices", { type: "NORMAL", ...notice });
  return { url, operatorKey, enter, publish };
};

export const bar = (page: Page) => page.getByRole("region", { name: "Notices" });
export const bell = (page: Page) => page.getByRole("button", { name: /^Notices/ });

/** Waits until the page has its socket and has requested its notices. */
export const isListening = async (page: Page): Promise<void> => {
  await expect.poll(() => page.evaluate(() => localStorage.getItem("notices"))).not.toBeNull();
};

/** Reloads the page and waits until it has read its notices. */
export const reloadNotices = async (page: Page): Promise<void> => {
  await page.evaluate(() => localStorage.removeItem("notices"));
  await page.reload();
  await isListening(page);
};
