/** A user's actions in the dashboard, by the labels of its screens. */
import type { Page } from "playwright";
import { expect } from "../browser/browser.ts";
import { chooseEntry } from "../browser/menu.ts";

/** Signs in with the built-in wallet, starting at /login, and waits for the next page. */
export const signInWithDevWallet = async (page: Page, origin: string): Promise<void> => {
  await page.goto(`${origin}/login`);
  await page.getByRole("button", { name: /Dev wallet/ }).click();
  await answerDevWallet(page, "Connect");
  await answerDevWallet(page, "Sign");
  await page.waitForURL((url) => url.pathname !== "/login");
};

/** Signs in with an injected wallet, which approves. */
export const signInWith = async (page: Page, origin: string, wallet: { readonly name: string }): Promise<void> => {
  await page.goto(`${origin}/login`);
  await page.getByRole("button", { name: new RegExp(`${wallet.name}.*Installed`) }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
};

/** Clicks a button in the built-in wallet's dialog. */
export const answerDevWallet = (
  page: Page,
  button: "Connect" | "Sign" | "Reject" | "Add" | "Switch" | "Send",
): Promise<void> =>
  page
    .getByRole("dialog", { name: /^Dev wallet/ })
    .getByRole("button", { name: button, exact: true })
    .click();

/** Signs out with the avatar menu. */
export const disconnect = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("menuitem", { name: "Disconnect" }).click();
  await page.waitForURL("**/login");
};

/** Returns the page's heading, which shows that the page is ready. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** Returns the address of the built-in wallet in this browser. */
export const storedWalletKey = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () =>
      new Promise<string | undefined>((resolve, reject) => {
        const opening = indexedDB.open("freehold-dev-wallet");
        opening.addEventListener("error", () => reject(new Error("The wallet's store cannot be opened.")));
        opening.addEventListener("success", () => {
          const reading = opening.result.transaction("keys").objectStore("keys").get("private-key");
          reading.addEventListener("success", () => resolve(reading.result as string | undefined));
        });
      }),
  );

/** Returns the deployment's state on the screen. */
export const stateOf = (page: Page) => page.getByRole("main").locator("header .fh-status");

/** Creates an auth token starting from the drawer, and reads it from the dialog that shows it once. */
export const makeAuthToken = async (page: Page, name: string): Promise<string> => {
  await chooseEntry(page, "Auth tokens");
  await page.getByRole("button", { name: "Create auth token" }).first().click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Create auth token" }).click();
  const shown = page.getByText(/^fh_/);
  const token = (await shown.textContent())!;
  await page.getByRole("button", { name: "Done" }).click();
  await expect(shown).toBeHidden();
  return token;
};

/** Opens the site with Visit, in another tab. */
export const visitSite = async (page: Page): Promise<Page> => {
  const [site] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Visit" }).click()]);
  await site.waitForLoadState();
  return site;
};
