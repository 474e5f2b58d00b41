/** The assistant in the corner of every screen, for all visitors. */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { assistantMessages } from "../../../resources/ai/assistant-messages.ts";
import { chatZIndex } from "../../../resources/limits.ts";
import { messages } from "../../../resources/declare/messages.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, settleNever, test } from "../../support/browser/browser.ts";
import { modelServer, sendEvents } from "../../support/ai/model-server.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { fits } from "../../support/browser/team-screens.ts";
import { disconnect } from "../../support/account/visitor.ts";

/** Writes about spend caps, with a sentence that no page supports. Other questions get nothing, and are quoted. */
const server = await modelServer(["writer"], ({ body }, response) => {
  const said = JSON.stringify((body["messages"] as unknown[]).at(-1));
  const written = [
    "Open **Billing** and select **Set cap** [1]. ",
    "Our phone line sets caps, too [1]. ",
    "Choose the service, and enter the limit per month.",
  ];
  const pieces = said.includes("by phone") ? written : [];
  return sendEvents(response, [
    ...pieces.map((content) => ({ choices: [{ index: 0, delta: { content } }] })),
    "[DONE]",
  ]);
});
const file = join(tmpdir(), `upstreams-${randomUUID()}.json`);
await writeFile(file, JSON.stringify([{ name: "House", url: server.url, models: ["writer"], free: true }]));
const { url } = await faultlessCloud({ AI_UPSTREAMS_FILE: file });
const launcher = (page: Page) => page.getByRole("button", { name: "Ask the assistant" });
const panel = (page: Page) => page.getByRole("dialog", { name: "Assistant" });
const question = (page: Page) => page.getByLabel("Your question");
const conversation = (page: Page) => page.getByRole("log", { name: "Conversation" });

test("a visitor asks, gets an answer with its source page, and opens the cited section", async ({ page }) => {
  // The button appears once the page is idle, without waiting for the user to settle.
  await settleNever(page.context());
  await page.goto(`${url}/login`);
  await launcher(page).click();
  await expect(question(page)).toBeFocused();
  expect(await complaintsAbout(page)).toEqual([]);
  await panel(page).getByRole("button", { name: "What is LAND?" }).click();
  await expect(conversation(page)).toContainText("prepaid balance");
  await expect(conversation(page).getByRole("link", { name: "Billing", exact: true })).toBeVisible();

  await question(page).fill("How do I invite members?");
  await question(page).press("Enter");
  const source = panel(page).getByRole("link", { name: /› Invite members/ });
  await source.click();
  await expect(page).toHaveURL(/\/docs\/teams#invite-members$/);
  await expect(page.getByRole("heading", { name: "Invite members" })).toBeInViewport();
  await expect(panel(page)).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);

  await question(page).press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(launcher(page)).toBeFocused();
});

test("each sentence of a model's answer leads to its section, and one without a source is left out", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/assistant`);
  await question(page).fill("How do I set a spend cap by phone?");
  await question(page).press("Enter");
  const sources = conversation(page).getByRole("link", { name: "Source 1: Billing › Spend caps" });
  await expect(sources).toHaveCount(2);
  await expect(conversation(page)).toContainText("Open Billing and select Set cap 1.");
  await expect(conversation(page)).not.toContainText("phone line");
  await expect(conversation(page)).toContainText("Written by writer.");
  expect(await complaintsAbout(page)).toEqual([]);
  await sources.first().click();
  await expect(page).toHaveURL(/\/docs\/billing#spend-caps$/);
  await expect(page.getByRole("heading", { name: "Spend caps" })).toBeInViewport();
});

test("the conversation stays in this browser until it is cleared, for this user only", async ({ page }) => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/assistant`);
  await expect(page.getByRole("link", { name: "Assistant" })).toHaveAttribute("aria-current", "page");
  await expect(launcher(page)).toHaveCount(0);
  await question(page).fill("Who painted the Mona Lisa?");
  await question(page).press("Enter");
  await expect(conversation(page)).toContainText(assistantMessages.notFound);
  await page.reload();
  await expect(conversation(page)).toContainText("Who painted the Mona Lisa?");
  expect(await complaintsAbout(page)).toEqual([]);

  await disconnect(page);
  await launcher(page).click();
  await expect(panel(page).getByText(assistantMessages.welcome)).toBeVisible();
  await panel(page).getByRole("button", { name: "What is LAND?" }).click();
  await expect(conversation(page)).toContainText("prepaid balance");
  await expect(panel(page).getByRole("button", { name: "Stop" })).toBeHidden();
  await page.reload();
  await launcher(page).click();
  await expect(conversation(page)).toContainText("prepaid balance");
  await panel(page).getByRole("button", { name: "Clear conversation" }).click();
  await page.reload();
  await launcher(page).click();
  await expect(panel(page).getByText(assistantMessages.welcome)).toBeVisible();
});

test("a reload before the answer keeps the question", async ({ page }) => {
  await page.goto(`${url}/docs`);
  await launcher(page).click();
  // Never answered.
  await page.route("**/api/resource/assistant/answers", () => undefined);
  await question(page).fill("How do I set a spend cap?");
  await question(page).press("Enter");
  await expect(panel(page).getByRole("button", { name: "Stop" })).toBeVisible();
  await page.reload();
  await launcher(page).click();
  await expect(conversation(page)).toContainText("How do I set a spend cap?");
});

test("an AI chat widget is shown on every page except the boost pages, with z-index 1000", async ({ page }) => {
  await enterAsNewUser(page, url);
  for (const path of ["/", "/overview", "/claim", "/nowhere"]) {
    await page.goto(url + path);
    await expect(launcher(page)).toBeVisible();
  }
  await expect(launcher(page)).toHaveCSS("z-index", String(chatZIndex));
  await launcher(page).click();
  await expect(panel(page)).toHaveCSS("z-index", "1000");
});

test("without a connection it shows an error, keeps the question and sends it again", async ({ page }) => {
  await page.goto(`${url}/docs`);
  await launcher(page).click();
  await question(page).fill("How do I set a spend cap?");
  const unreachable = "**/api/resource/assistant/answers";
  await page.route(unreachable, (route) => route.abort());
  await question(page).press("Enter");
  await expect(panel(page).getByRole("alert")).toContainText(messages.networkError);
  await page.unroute(unreachable);
  await panel(page).getByRole("button", { name: "Ask again" }).click();
  await expect(panel(page).getByRole("link", { name: /› Spend caps/ })).toBeVisible();
  await expect(conversation(page).getByText("How do I set a spend cap?")).toHaveCount(1);
});

test("on a phone it covers the whole screen, in dark mode too, and closes when a cited page opens", async ({
  openProfile,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" } as const;
  const page = await (await openProfile(phone)).newPage();
  await enterAsNewUser(page, url);
  await page.goto(`${url}/hosting/projects`);
  await launcher(page).tap();
  expect(await panel(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await panel(page).getByRole("button", { name: "How do I deploy from a repository?" }).tap();
  const source = panel(page)
    .getByRole("link", { name: /^Deploy from a repository › / })
    .first();
  await expect(source).toBeVisible();
  await fits(page);
  expect(await complaintsAbout(page)).toEqual([]);
  await source.tap();
  await expect(page).toHaveURL(/\/docs\/repositories#[a-z-]+$/);
  await expect(panel(page)).toHaveCount(0);

  await page.goto(`${url}/hosting/projects`);
  await page.getByRole("button", { name: "Menu" }).tap();
  await expect(page.getByRole("button", { name: "Close menu" })).toBeVisible();
  await expect(launcher(page)).toBeHidden();
});
