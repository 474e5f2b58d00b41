/** Boost inside the emulated messaging app, on a phone. */
import type { FrameLocator, Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe } from "vitest";
import { miniSignIn } from "../../../resources/account/mini-session.ts";
import { chainMessages } from "../../../resources/chains/messages.ts";
import { parseCall } from "../../../resources/declare/endpoints.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { injectWallets, walletBrands } from "../../support/chains/wallet/inject.ts";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud({ DEVELOPMENT_PAGES: "on" });
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const usersOf = async (address: string): Promise<number> =>
  (await cloud.database.db.selectFrom("person_wallet").select("person_id").where("address", "=", address).execute())
    .length;
const appIn = (page: Page): FrameLocator => page.frameLocator('iframe[title="The mini app"]');
const outsideOf = (page: Page): string[] => {
  const outside: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.hostname !== "localhost") outside.push(request.url());
  });
  return outside;
};

/** Returns an invite code of the browser profile's user, who has a node. */
const inviteCode = async (): Promise<string> => {
  const { invite_code } = await cloud.database.db
    .updateTable("person")
    .set({ invite_code: "AB23CD45EF" })
    .returning("invite_code")
    .executeTakeFirstOrThrow();
  return invite_code!;
};
/** Returns the number of paid LAND orders. */
const paid = async (asset: "TON" | "STAR"): Promise<number> =>
  (
    await cloud.database.db
      .selectFrom("mini_order")
      .select("id")
      .where("asset", "=", asset)
      .where("status", "=", "PAID")
      .execute()
  ).length;

describe("the mini app in the messaging app", () => {
  test("is joined by a start parameter, follows theme and back button, and claims LAND with Stars", async ({
    openProfile,
  }) => {
    const page = await (await openProfile(phone)).newPage();
    const outside = outsideOf(page);
    await enterAsNewUser(page, cloud.url);
    const code = await inviteCode();
    const [personal] = await page.evaluate(() => [localStorage.getItem("token")]);
    await fetch(`${cloud.url}/api/boost/node/create`, {
      method: "POST",
      headers: { authorization: personal!, "content-type": "application/json" },
      body: "{}",
    });

    const signedIn = page.waitForRequest((request) => request.url().endsWith(parseCall(miniSignIn.call).path));
    await page.goto(`${cloud.url}/dev/emulator?start=${Buffer.from(code).toString("base64url")}`);
    expect((await signedIn).headers()["content-type"]).toContain("text/plain");
    const app = appIn(page);
    const node = app.getByRole("region", { name: "Your node" });
    await expect(node).toContainText("10 base + 10 boosts");
    await expect(node).toContainText("Capacity 100");
    // The app has a separate session: this page's user is unchanged.
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBe(personal);

    // The theme follows the messaging app immediately.
    const html = app.locator("html");
    await expect(html).toHaveAttribute("data-theme", "dark");
    await page.getByRole("radiogroup", { name: "Theme" }).getByText("Light").click();
    await expect(html).toHaveAttribute("data-theme", "light");
    await expect(html).toHaveAttribute("style", /--tg-theme-bg-color: ?#ffffff/);

    // Collecting triggers haptic feedback.
    await node.getByRole("button", { name: "Collect" }).click();
    await expect(app.getByText(/^Collected .+ points$/)).toBeVisible();
    await expect(page.locator("[data-pulse=success]")).toBeAttached();

    // The messaging app's back button returns to the home, where it is hidden; the drawer has help, but no sign-out.
    await app
      .getByRole("navigation", { name: "Boost pages", exact: true })
      .getByRole("link", { name: "Leaderboard" })
      .click();
    await expect(app.getByRole("heading", { name: "Leaderboard" })).toBeVisible();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(node).toBeVisible();
    await expect(page.getByRole("button", { name: "Back" })).toHaveCount(0);
    await app.getByRole("button", { name: "Menu" }).click();
    await expect(app.getByRole("link", { name: "FAQ" })).toBeVisible();
    await expect(app.getByRole("button", { name: "Log out" })).toHaveCount(0);
    await app.getByRole("button", { name: "Close" }).click();

    // A bottom sheet in a frame is fixed there: only the page around the frame can scroll to it.
    await page.getByTitle("The mini app").scrollIntoViewIfNeeded();
    // Stars: cancelled, failed and expired pay nothing; paid is credited when the bot is notified.
    const stages = app.getByRole("region", { name: "Stages" });
    await stages.getByRole("button", { name: "Deposit" }).click();
    const dialog = app.getByRole("dialog", { name: "Claim LAND" });
    await dialog.getByText("Stars, 20% off").click();
    const sheet = page.getByRole("dialog", { name: "Invoice" });
    const claim = async (answer: string): Promise<void> => {
      await dialog.getByRole("button", { name: /^Claim .* LAND\)$/ }).click();
      await sheet.getByRole("button", { name: answer }).click();
    };
    await claim("Cancel");
    await expect(dialog).toContainText("You were not charged");
    await claim("Fail");
    await expect(dialog).toContainText("Payment failed");
    await claim("Expire");
    await sheet.getByRole("button", { name: "Pay" }).click();
    await expect(sheet).toContainText("This invoice has expired. Create a new order.");
    await sheet.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toContainText("Payment failed");
    expect(await paid("STAR")).toBe(0);

    // Toncoin: connects the wallet if needed and pays within a minute; LAND is credited once the server has seen the
    // payment.
    await dialog.getByText("Toncoin", { exact: true }).click();
    await dialog.getByRole("button", { name: /^Claim .* LAND\)$/ }).click();
    const wallet = app.getByRole("dialog", { name: /^Dev wallet/ });
    await wallet.getByRole("button", { name: "Connect" }).click();
    await wallet.getByRole("button", { name: "Get test coins" }).click();
    await wallet.getByRole("button", { name: "Send", exact: true }).click();
    await expect(dialog).toContainText(chainMessages.landClaimed);
    expect(await paid("TON")).toBe(1);
    await dialog.getByRole("button", { name: "Claim more" }).click();

    await dialog.getByText("Stars, 20% off").click();
    await claim("Pay");
    await expect(app.getByText(chainMessages.submitted)).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => paid("STAR")).toBe(1);

    // The bot confirms the payment in the chat, and answers.
    await page.getByRole("button", { name: "/start" }).click();
    const chat = page.getByRole("list", { name: "Chat with the bot" });
    await expect(chat).toContainText("Welcome to Boost.");
    expect(await complaintsAbout(page)).toEqual([]);
    expect(outside).toEqual([]);
  });

  test("merges into a wallet's account after showing what moves", async ({ openProfile }) => {
    const privateKey = generatePrivateKey();
    const account = privateKeyToAccount(privateKey);
    await signIn(cloud.url, account);
    const profile = await openProfile(phone);
    await injectWallets(profile, [{ ...walletBrands.metaMask, privateKey }]);
    const page = await profile.newPage();
    await enterAsNewUser(page, cloud.url);
    await page.goto(`${cloud.url}/dev/emulator`);
    const app = appIn(page);
    await expect(app.getByRole("region", { name: "Your node" })).toContainText("10 base");
    await app.getByRole("button", { name: "Menu" }).click();
    await app.getByRole("link", { name: "Wallets" }).click();
    await expect(app.getByText("No wallets yet.")).toBeVisible();
    await app.getByRole("button", { name: "Link wallet" }).click();
    await app.getByRole("button", { name: /MetaMask/ }).click();
    const question = app.getByRole("dialog", { name: "Merge accounts?" });
    await expect(question).toContainText("already has an account");
    await expect(question).toContainText("Rewards received by both accounts count once.");

    // Viewing and declining keeps both accounts.
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(app.getByText("The accounts were not merged. Nothing has changed.")).toBeVisible();
    expect(await usersOf(account.address)).toBe(1);
    await app.getByRole("button", { name: /Try again/i }).click();
    await question.getByRole("button", { name: "Merge accounts" }).click();
    await expect(app.getByRole("region", { name: "Your node" })).toBeVisible();
    await app.getByRole("button", { name: "Menu" }).click();
    await app.getByRole("link", { name: "Wallets" }).click();
    await expect(app.getByRole("list", { name: "Wallets" })).toContainText("Main wallet");
    const node = cloud.database.db
      .selectFrom("boost_node")
      .innerJoin("person_wallet", "person_wallet.person_id", "boost_node.person_id")
      .select("origin")
      .where("address", "=", account.address);
    expect(await node.execute()).toEqual([{ origin: "tg" }]);
  });
});

describe("toncoin on the public network", () => {
  test("offers TON Connect's wallets above the dialog, by keyboard", async ({ openProfile }) => {
    const server = await testCloud({
      DEVELOPMENT_PAGES: "on",
      TON_URL: `${cloud.url}/ton/jsonRPC`,
      TON_COLLECTOR: `UQ${"A".repeat(46)}`,
      PRICE_URL: cloud.url,
    });
    const page = await (await openProfile(phone)).newPage();
    const outside = outsideOf(page);
    await enterAsNewUser(page, server.url);
    await page.goto(`${server.url}/dev/emulator`);
    const app = appIn(page);
    await page.getByTitle("The mini app").scrollIntoViewIfNeeded();
    await app.getByRole("region", { name: "Stages" }).getByRole("button", { name: "Deposit" }).click();
    const dialog = app.getByRole("dialog", { name: "Claim LAND" });
    const claim = dialog.getByRole("button", { name: /^Claim .* LAND\)$/ });
    const picker = app.getByRole("dialog", { name: "TON wallet" });

    // Escape closes the wallets and leaves the dialog.
    await claim.click();
    await expect(picker.getByRole("button", { name: "Tonkeeper" })).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(picker.getByRole("button", { name: "Close" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(picker.getByRole("button", { name: "Show QR code" })).toBeFocused();
    expect(await complaintsAbout(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(picker).toHaveCount(0);
    expect(outside).toEqual([]);

    // The wallet's link holds nothing of the page's address, which holds the signed user.
    await claim.click();
    const link = page
      .context()
      .waitForEvent("request", (request) => request.url().startsWith("https://app.tonkeeper.com"));
    await picker.getByRole("button", { name: "Tonkeeper" }).press("Enter");
    expect(new URL((await link).url()).searchParams.get("ret")).toBe("none");
  });
});
