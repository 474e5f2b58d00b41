/** Feedback from users, from the dialog to the operator's screen. */
import type { Locator, Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect as vitestExpect } from "vitest";
import { feedbackReceived } from "../../../resources/account/feedback.ts";
import { messages } from "../../../resources/declare/messages.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { enterWithKey, reopenPage } from "../../support/account/enter.ts";
import { ownerWith } from "../../support/account/owner.ts";
import { choose } from "../../support/browser/select.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";

const operatorKey = privateKeyToAccount(generatePrivateKey());
const { url } = await faultlessCloud({ OPERATORS: operatorKey.address });

const openFromMenu = async (page: Page): Promise<Locator> => {
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("menuitem", { name: "Feedback" }).click();
  const dialog = page.getByRole("dialog", { name: "Feedback" });
  await expect(dialog).toBeVisible();
  return dialog;
};

/** Pastes an image of four by four pixels. */
const pasteImage = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4, 4);
    canvas.getContext("2d")!.fillRect(0, 0, 4, 4);
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([await canvas.convertToBlob()], "screen.png", { type: "image/png" }));
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });

test("feedback dialog: open, submitting, closed on success; an operator reads it with its image", async ({
  page,
  openProfile,
}) => {
  await reopenPage(page, url);
  const dialog = await openFromMenu(page);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByText("Invalid email")).toBeVisible();
  await expect(dialog.getByText("No description")).toBeVisible();
  await dialog.getByLabel("Email").fill(" ada@shop.example ");
  await dialog.getByLabel("Wallet address").fill("0x12");
  await dialog.getByLabel("Description").fill("<img src=x onerror=alert(1)> does not load");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByText("Invalid wallet address")).toBeVisible();
  await expect(dialog.getByText("Invalid email")).toHaveCount(0);
  await choose(dialog, "Category", "Billing");
  await expect(dialog.getByLabel("Wallet address")).toHaveCount(0);
  await pasteImage(page);
  await expect(dialog.getByRole("listitem")).toHaveText(/^screen\.png/);
  expect(await complaintsAbout(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText(feedbackReceived)).toBeVisible();
  await expect(dialog).toHaveCount(0);

  const screen = await (await openProfile()).newPage();
  await enterWithKey(screen, url, operatorKey);
  await screen.goto(`${url}/operator/feedback`);
  await screen.getByRole("link", { name: /does not load/ }).click();
  await expect(screen.getByText("<img src=x onerror=alert(1)> does not load")).toBeVisible();
  await expect(screen.getByText("ada@shop.example")).toBeVisible();
  const picture = screen.getByRole("img", { name: "Image 1" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(4);
  expect(await complaintsAbout(screen)).toEqual([]);
  await screen.getByRole("button", { name: "Mark as answered" }).click();
  await expect(screen.getByRole("main").getByText("Answered", { exact: true })).toBeVisible();
});

test("a feedback draft is restored after a reload, and can be discarded", async ({ page }) => {
  await reopenPage(page, url);
  const dialog = await openFromMenu(page);
  await dialog.getByLabel("Description").fill("Half a thought");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.reload();
  const again = await openFromMenu(page);
  await expect(again.getByLabel("Description")).toHaveValue("Half a thought");
  await again.getByRole("button", { name: "Discard draft" }).click();
  await expect(again.getByLabel("Description")).toHaveValue("");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect((await openFromMenu(page)).getByText(messages.draftRestored)).toHaveCount(0);
});

test("opened by a notice named feedback, with the title from its label; REPORT when the title mentions report", async ({
  page,
}) => {
  const operator = ownerWith(url, (await signIn(url, operatorKey)).accessToken);
  const notice = { type: "NORMAL", message: "Seen something wrong?", name: "feedback", label: "Report abuse" };
  await operator.data("POST /api/auth/operator/notices", notice);
  await reopenPage(page, url);
  await page.getByRole("button", { name: "Report abuse" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Report abuse" });
  await expect(dialog.getByLabel("Category")).toHaveCount(0);
  await dialog.getByLabel("Email").fill("ada@shop.example");
  await dialog.getByLabel("Description").fill("A copied shop");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText(feedbackReceived)).toBeVisible();
  const { items } = await operator.data<{ items: unknown[] }>("GET /api/auth/operator/feedback?feedbackType=REPORT");
  vitestExpect(items).toMatchObject([{ description: "A copied shop" }]);
});

test("feedback stays in the form while the server refuses it, with the reason", async ({ page }) => {
  await reopenPage(page, url);
  const dialog = await openFromMenu(page);
  await dialog.getByLabel("Email").fill("ada@shop.example");
  await dialog.getByLabel("Description").fill("Not a picture");
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["<script>"], "page.png", { type: "image/png" }));
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("page.png is not a PNG, JPEG, GIF or WebP image.");
  await expect(dialog.getByLabel("Description")).toHaveValue("Not a picture");
  await dialog.getByRole("button", { name: "Remove page.png" }).click();
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText(feedbackReceived)).toBeVisible();
});
