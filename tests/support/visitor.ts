/** A user's actions in the dashboard, by the labels of its screens. */
import type { Page } from "playwright";
import { expect } from "./browser.ts";

/** Signs in with the built-in wallet, starting at /login, and waits for the page that follows. */
export const signInWithDevWallet = async (page: Page, origin: string): Promise<void> => {
  await page.goto(`${origin}/login`);
  await page.getByRole("button", { name: /Dev wallet/ }).click();
  await answerDevWallet(page, "Connect");
  await answerDevWallet(page, "Sign");
  await page.waitForURL((url) => url.pathname !== "/login");
};

/** The same with an injected wallet, which approves. */
export const signInWith = async (page: Page, origin: string, wallet: { readonly name: string }): Promise<void> => {
  await page.goto(`${origin}/login`);
  await page.getByRole("button", { name: new RegExp(`${wallet.name}.*Installed`) }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
};

/** Presses a button of the built-in wallet's own dialog. */
export const answerDevWallet = (
  page: Page,
  button: "Connect" | "Sign" | "Reject" | "Add" | "Switch" | "Send",
): Promise<void> =>
  page
    .getByRole("dialog", { name: /^Dev wallet/ })
    .getByRole("button", { name: button, exact: true })
    .click();

/** Leaves by the avatar menu. */
export const disconnect = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("menuitem", { name: "Disconnect" }).click();
  await page.waitForURL("**/login");
};

/** Every page shows its heading; until then nothing can be said about it. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** The address that the built-in wallet signs with, as this browser keeps it. */
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

/** The state of the deployment on the screen. */
export const stateOf = (page: Page) => page.getByRole("main").locator("header .fh-status");

/** Makes an auth token from the drawer on, and reads it from the dialog that shows it once. */
export const makeAuthToken = async (page: Page, name: string): Promise<string> => {
  await page.getByRole("link", { name: "Deploy tokens" }).first().click();
  await page.getByRole("button", { name: "New deploy token" }).first().click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: /^Create .*token/ }).click();
  const shown = page.getByText(/^fh_/);
  const token = (await shown.textContent())!;
  await page.getByRole("button", { name: "Done" }).click();
  await expect(shown).toBeHidden();
  return token;
};

/** Opens the site as Visit does, in another tab. */
export const visitSite = async (page: Page): Promise<Page> => {
  const [site] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Visit" }).click()]);
  await site.waitForLoadState();
  return site;
};
