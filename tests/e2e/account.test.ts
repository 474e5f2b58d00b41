import { generatePrivateKey } from "viem/accounts";
import type { Page } from "playwright";
import { describe, expect as vitestExpect } from "vitest";
import { errors } from "../../resources/errors.ts";
import { messages } from "../../resources/messages.ts";
import { expect, test, type BrowserFixtures } from "../support/browser.ts";
import { enterAnew } from "../support/enter.ts";
import { ask } from "../support/http.ts";
import { ownerWith } from "../support/owner.ts";
import { soundCloud } from "../support/sound-cloud.ts";
import { heading } from "../support/visitor.ts";
import { injectWallets, walletBrands, type InjectedWallet } from "../support/wallet/inject.ts";

const cloud = await soundCloud();
const { url } = cloud;

const open = async (page: Page, tab = ""): Promise<void> => {
  await page.goto(`${url}/account/config${tab && `?tab=${tab}`}`);
  await expect(heading(page, "Configurations")).toBeVisible();
};
/** A browser of its own with wallets, and its page, on which the first of them has signed somebody in. */
const enterHolding = async (
  openProfile: BrowserFixtures["openProfile"],
  wallet: InjectedWallet,
  ...others: readonly InjectedWallet[]
): Promise<Page> => {
  const profile = await openProfile();
  await injectWallets(profile, [wallet, ...others]);
  const page = await profile.newPage();
  await page.goto(`${url}/login`);
  await page.getByRole("button", { name: new RegExp(`${wallet.name}.*Installed`) }).click();
  await page.waitForURL((at) => at.pathname !== "/login");
  return page;
};
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const userOf = async (page: Page) =>
  JSON.parse((await stored(page, "userInfo")) ?? "{}") as { username?: string; avatar?: string; uid?: string };

describe("the profile", () => {
  test("a name is saved, shown everywhere, and heard in another tab", async ({ openProfile }) => {
    const profile = await openProfile();
    const page = await profile.newPage();
    await enterAnew(page, url);
    const other = await profile.newPage();
    await other.goto(`${url}/overview`);
    await expect(heading(other, /Overview/)).toBeVisible();
    await open(page);
    await page.getByLabel("Name", { exact: true }).fill("  Ada  ");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved", { exact: true }).last()).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ada");
    await expect(heading(other, "Overview of Ada")).toBeVisible();
  });

  test("a name that is none is refused beside the field, and what is not saved is asked about before it is lost", async ({
    page,
  }) => {
    await enterAnew(page, url);
    await open(page);
    await page.getByLabel("Name", { exact: true }).fill("   ");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Name is required.")).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Half");
    await page.getByRole("link", { name: "Projects" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Half");
  });

  test("a picture is cut to 256 pixels before it is sent, shown, and removed again", async ({ page }) => {
    await enterAnew(page, url);
    await open(page);
    const sent = page.waitForRequest((request) => request.url().endsWith("/user/avatar"));
    await page.getByLabel("Picture").setInputFiles({
      name: "wide.png",
      mimeType: "image/png",
      buffer: await drawnPng(page, 900, 300),
    });
    const { image } = (await sent).postDataJSON() as { image: string };
    vitestExpect(await sizeOf(page, image)).toEqual([256, 256]);
    await expect(page.getByText("Picture changed")).toBeVisible();
    await expect.poll(async () => (await userOf(page)).avatar).toMatch(/^\/avatars\//);
    const shown = page.getByRole("main").locator("img.fh-avatar");
    await expect.poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(256);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(page.getByText("Picture removed")).toBeVisible();
    await expect.poll(async () => (await userOf(page)).avatar).toMatch(/^data:/);
  });

  test("what is no picture is refused in words", async ({ page }) => {
    await enterAnew(page, url);
    await open(page);
    const pick = (name: string, mimeType: string, text: string) =>
      page.getByLabel("Picture").setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
    await pick("drawing.svg", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    await expect(page.getByText(messages.imageWrongType.replace("{file}", "drawing.svg"))).toBeVisible();
    await pick("broken.png", "image/png", "not a picture");
    await expect(page.getByText(messages.imageUnreadable.replace("{file}", "broken.png"))).toBeVisible();
  });
});

describe("sessions", () => {
  test("one that is revoked throws its browser out at once, with the reason, while this one stays", async ({
    openProfile,
  }) => {
    const wallet = { ...walletBrands.metaMask, privateKey: generatePrivateKey() };
    const [page, other] = [await enterHolding(openProfile, wallet), await enterHolding(openProfile, wallet)];
    await other.goto(`${url}/hosting/projects`);
    await expect(heading(other, "Projects")).toBeVisible();

    await open(page, "sessions");
    const rows = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText("This browser");
    await rows.last().getByRole("button", { name: "Sign out" }).click();
    await expect(rows).toHaveCount(1);
    await other.waitForURL(`${url}/login`);
    await expect(other.getByText(errors.SESSION_ENDED.message)).toBeVisible();
    await other.getByRole("button", { name: /MetaMask/ }).click();
    await other.waitForURL(`${url}/hosting/projects`);
    await page.reload();
    await expect(heading(page, "Configurations")).toBeVisible();
  });

  test("all others are ended together", async ({ openProfile }) => {
    const wallet = { ...walletBrands.okx, privateKey: generatePrivateKey() };
    const page = await enterHolding(openProfile, wallet);
    const others = [await enterHolding(openProfile, wallet), await enterHolding(openProfile, wallet)];
    for (const each of [page, ...others]) await expect(heading(each, /Overview/)).toBeVisible();
    await open(page, "sessions");
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("list", { name: "Sessions" }).getByRole("listitem")).toHaveCount(1);
    for (const other of others) await other.waitForURL(`${url}/login`);
  });
});

describe("wallets", () => {
  test("a second one is linked and signs the same person in; either can be unlinked, but not both", async ({
    openProfile,
  }) => {
    const first = { ...walletBrands.metaMask, privateKey: generatePrivateKey() };
    const second = { ...walletBrands.okx, privateKey: generatePrivateKey() };
    const page = await enterHolding(openProfile, first, second);
    await expect.poll(async () => (await userOf(page)).uid).toBeDefined();
    const { uid } = await userOf(page);
    await open(page, "linked_accounts");
    const rows = page.getByRole("list", { name: "Wallets", exact: true }).getByRole("listitem");
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Unlink" })).toHaveCount(0);
    await page.getByRole("button", { name: "Link wallet" }).click();
    const dialog = page.getByRole("dialog", { name: "Link wallet" });
    await dialog.getByRole("button", { name: /OKX Wallet/ }).click();
    await expect(page.getByText("Wallet linked")).toBeVisible();
    await expect(rows).toHaveCount(2);

    const other = await enterHolding(openProfile, second);
    await expect.poll(async () => (await userOf(other)).uid).toBe(uid);

    await rows.first().getByRole("button", { name: "Unlink" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText("Stands for the account");
    await expect(page.getByRole("button", { name: "Unlink" })).toHaveCount(0);
  });

  test("one that has an account of its own says what to do", async ({ openProfile }) => {
    const first = { ...walletBrands.metaMask, privateKey: generatePrivateKey() };
    const second = { ...walletBrands.okx, privateKey: generatePrivateKey() };
    await enterHolding(openProfile, second);
    const page = await enterHolding(openProfile, first, second);
    await open(page, "linked_accounts");
    await page.getByRole("button", { name: "Link wallet" }).click();
    const dialog = page.getByRole("dialog", { name: "Link wallet" });
    await dialog.getByRole("button", { name: /OKX Wallet/ }).click();
    await expect(dialog.getByText("Not linked yet")).toBeVisible();
    await expect(dialog.getByText(errors.WALLET_TAKEN.message)).toBeVisible();
  });
});

test("deleting the account says what goes, takes the address, and ends every browser with the reason", async ({
  openProfile,
}) => {
  const wallet = { ...walletBrands.coinbase, privateKey: generatePrivateKey() };
  const [page, other] = [await enterHolding(openProfile, wallet), await enterHolding(openProfile, wallet)];
  await expect(heading(other, /Overview/)).toBeVisible();
  const token = (await stored(page, "token"))!;
  await ownerWith(url, token).site("farewell", "soon gone");

  await open(page);
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  await expect(dialog.getByText("1 project with 1 deployment and its log is deleted")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Delete account" })).toBeDisabled();
  const { wallet: stands } = JSON.parse((await stored(page, "userInfo"))!) as { wallet: { address: string } };
  await dialog.getByLabel("Type your address to confirm").fill(stands.address);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  for (const each of [page, other]) {
    await each.waitForURL(`${url}/login`);
    await expect(each.getByText(errors.ACCOUNT_DELETED.message)).toBeVisible();
  }
  vitestExpect((await ask(cloud.port, "farewell.localhost", "/")).status).toBe(404);
  await page.getByRole("button", { name: /Coinbase Wallet/ }).click();
  await page.waitForURL((at) => at.pathname !== "/login");
  await page.goto(`${url}/hosting/projects`);
  await expect(heading(page, "Projects")).toBeVisible();
  await expect(page.getByText("farewell")).toHaveCount(0);
});

/** A picture of that size, drawn by the browser. */
const drawnPng = async (page: Page, width: number, height: number): Promise<Buffer> => {
  const address = await page.evaluate(
    ([w, h]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: w, height: h });
      canvas.getContext("2d")!.fillRect(0, 0, w! / 2, h!);
      return canvas.toDataURL("image/png");
    },
    [width, height],
  );
  return Buffer.from(address.split(",")[1]!, "base64");
};

const sizeOf = (page: Page, image: string): Promise<number[]> =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const { width, height } = await createImageBitmap(new Blob([bytes]));
    return [width, height];
  }, image);
