import { randomUUID } from "node:crypto";
import { generatePrivateKey } from "viem/accounts";
import type { Page } from "playwright";
import { describe, expect as vitestExpect } from "vitest";
import { deleteAccount } from "../../../resources/account/deletion.ts";
import { chainMessages } from "../../../resources/chains/messages.ts";
import { errors } from "../../../resources/declare/errors.ts";
import { messages } from "../../../resources/declare/messages.ts";
import { expect, test, type BrowserFixtures } from "../../support/browser/browser.ts";
import { chooseEntry } from "../../support/browser/menu.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { ageSignIns } from "../../support/account/fresh-signature.ts";
import { ask } from "../../support/server/http.ts";
import { ownerWith } from "../../support/account/owner.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { heading, signInWith } from "../../support/account/visitor.ts";
import {
  declineNextSignature,
  injectWallets,
  lastSigned,
  walletBrands,
  type InjectedWallet,
} from "../../support/chains/wallet/inject.ts";

const cloud = await faultlessCloud();
const { url } = cloud;

const open = async (page: Page, tab = ""): Promise<void> => {
  await page.goto(`${url}/account/config${tab && `?tab=${tab}`}`);
  await expect(heading(page, "Configurations")).toBeVisible();
};
/** Opens a separate browser with wallets, signed in with the first one. */
const enterHolding = async (
  openProfile: BrowserFixtures["openProfile"],
  wallet: InjectedWallet,
  ...others: readonly InjectedWallet[]
): Promise<Page> => {
  const profile = await openProfile();
  await injectWallets(profile, [wallet, ...others]);
  const page = await profile.newPage();
  await signInWith(page, url, wallet);
  return page;
};
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const userOf = async (page: Page) =>
  JSON.parse((await stored(page, "userInfo")) ?? "{}") as { username?: string; avatar?: string; uid?: string };

describe("the profile", () => {
  test("a name is saved, shown everywhere, and updated in another tab", async ({ openProfile }) => {
    const profile = await openProfile();
    const page = await profile.newPage();
    await enterAsNewUser(page, url);
    const other = await profile.newPage();
    await other.goto(`${url}/overview`);
    await expect(heading(other, /Overview/)).toBeVisible();
    await open(page);
    await page.getByLabel("Name", { exact: true }).fill("  Ada  ");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Profile saved", { exact: true }).last()).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ada");
    await expect(heading(other, "Overview of Ada")).toBeVisible();
  });

  test("a team gets another name than its owner, keeps it when the owner is renamed, and follows the owner again without it", async ({
    page,
  }) => {
    await enterAsNewUser(page, url);
    await open(page);
    const name = page.getByLabel("Name", { exact: true });
    const teamName = page.getByLabel("Team name");
    const switcher = page.getByRole("button", { name: /^Team / });
    await teamName.fill("Tideway");
    await page.getByRole("button", { name: "Save team" }).click();
    await expect(switcher).toContainText("Tideway");
    await name.fill("Ada");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Profile saved", { exact: true }).last()).toBeVisible();
    await expect(switcher).toContainText("Tideway");
    await page.reload();
    await expect(teamName).toHaveValue("Tideway");
    await teamName.fill("");
    await page.getByRole("button", { name: "Save team" }).click();
    await expect(switcher).toContainText("Ada");
  });

  test("an invalid name is refused on its field, and unsaved changes are asked about before they are lost", async ({
    page,
  }) => {
    await enterAsNewUser(page, url);
    await open(page);
    await page.getByLabel("Name", { exact: true }).fill("   ");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Name is required.")).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Half");
    await chooseEntry(page, "Projects");
    await page.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Half");
  });

  test("an avatar is cropped to 256 pixels before upload, shown, and removed", async ({ page }) => {
    await enterAsNewUser(page, url);
    await open(page);
    const sent = page.waitForRequest((request) => request.url().endsWith("/user/avatar"));
    await page.getByLabel("Avatar").setInputFiles({
      name: "wide.png",
      mimeType: "image/png",
      buffer: await drawnPng(page, 900, 300),
    });
    const { image } = (await sent).postDataJSON() as { image: string };
    vitestExpect(await sizeOf(page, image)).toEqual([256, 256]);
    await expect(page.getByText("Avatar updated")).toBeVisible();
    await expect.poll(async () => (await userOf(page)).avatar).toMatch(/^\/avatars\//);
    const shown = page.getByRole("main").locator("img.fh-avatar");
    await expect.poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(256);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(page.getByText("Avatar removed")).toBeVisible();
    await expect.poll(async () => (await userOf(page)).avatar).toMatch(/^data:/);
  });

  test("a file that is not an image is refused with a message", async ({ page }) => {
    await enterAsNewUser(page, url);
    await open(page);
    const pick = (name: string, mimeType: string, text: string) =>
      page.getByLabel("Avatar").setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
    await pick("drawing.svg", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    await expect(page.getByText(messages.imageWrongType.replace("{file}", "drawing.svg"))).toBeVisible();
    await pick("broken.png", "image/png", "not an image");
    await expect(page.getByText(messages.imageUnreadable.replace("{file}", "broken.png"))).toBeVisible();
  });
});

describe("sessions", () => {
  test("revoking one signs its browser out at once, with the reason, while this one continues", async ({
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

  test("all others can be revoked together", async ({ openProfile }) => {
    const wallet = { ...walletBrands.okx, privateKey: generatePrivateKey() };
    const page = await enterHolding(openProfile, wallet);
    const others = [await enterHolding(openProfile, wallet), await enterHolding(openProfile, wallet)];
    for (const each of [page, ...others]) await expect(heading(each, /Overview/)).toBeVisible();
    await open(page, "sessions");
    await page.getByRole("button", { name: "Sign out all others" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("list", { name: "Sessions" }).getByRole("listitem")).toHaveCount(1);
    for (const other of others) await other.waitForURL(`${url}/login`);
  });
});

describe("wallets", () => {
  test("a second one is linked and signs the same user in; either can be unlinked, but not both", async ({
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
    await expect(rows.first()).toContainText("Main wallet");
    await expect(page.getByRole("button", { name: "Unlink" })).toHaveCount(0);
  });

  test("one linked to another account says what to do", async ({ openProfile }) => {
    const first = { ...walletBrands.metaMask, privateKey: generatePrivateKey() };
    const second = { ...walletBrands.okx, privateKey: generatePrivateKey() };
    await enterHolding(openProfile, second);
    const page = await enterHolding(openProfile, first, second);
    await open(page, "linked_accounts");
    await page.getByRole("button", { name: "Link wallet" }).click();
    const dialog = page.getByRole("dialog", { name: "Link wallet" });
    await dialog.getByRole("button", { name: /OKX Wallet/ }).click();
    await expect(dialog.getByText("Wallet not linked")).toBeVisible();
    await expect(dialog.getByText(errors.WALLET_TAKEN.message)).toBeVisible();
  });
});

test("deleting the account lists what is deleted, requires the address and, in an old session, a signature, and signs out every browser with the reason", async ({
  openProfile,
}) => {
  const wallet = { ...walletBrands.coinbase, privateKey: generatePrivateKey() };
  const [page, other] = [await enterHolding(openProfile, wallet), await enterHolding(openProfile, wallet)];
  await expect(heading(other, /Overview/)).toBeVisible();
  const token = (await stored(page, "token"))!;
  // The site of an earlier try keeps its name.
  const site = `farewell-${randomUUID().slice(0, 8)}`;
  await ownerWith(url, token).site(site, "soon gone");

  await open(page);
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog.getByText("1 project with 1 deployment and its log is deleted")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Type your address.");
  const { wallet: stands } = JSON.parse((await stored(page, "userInfo"))!) as { wallet: { address: string } };
  await dialog.getByLabel("Type your address to confirm").fill(stands.address);
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  // The settings change to an accordion and back, and the open dialog keeps its input.
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator(".fh-accordion")).toHaveCount(width === 390 ? 1 : 0);
    await expect(dialog.getByLabel("Type your address to confirm")).toHaveValue(stands.address);
  }
  await ageSignIns(cloud.database.db);
  await declineNextSignature(page, wallet.rdns);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(chainMessages.signatureDeclined);
  await expect(dialog.getByLabel("Type your address to confirm")).toHaveValue(stands.address);
  vitestExpect(await lastSigned(page, wallet.rdns)).toContain(`\n\n${deleteAccount.fresh}\n\n`);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  for (const each of [page, other]) {
    await each.waitForURL(`${url}/login`);
    await expect(each.getByText(errors.ACCOUNT_DELETED.message)).toBeVisible();
  }
  vitestExpect((await ask(cloud.port, `${site}.localhost`, "/")).status).toBe(404);
  await page.getByRole("button", { name: /Coinbase Wallet/ }).click();
  await page.waitForURL((at) => at.pathname !== "/login");
  await page.goto(`${url}/hosting/projects`);
  await expect(heading(page, "Projects")).toBeVisible();
  await expect(page.getByText(site)).toHaveCount(0);
});

/** Draws an image of this size in the browser. */
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
