/** The email address, notifications, alerts and the webhook of an owner. */
import { createHmac, randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { webhookEventLabels } from "../../../resources/account/webhook.ts";
import { errors } from "../../../resources/declare/errors.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { gapBetween } from "../../support/browser/layout.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { hookReceiver } from "../../support/git/hook-receiver.ts";
import { choose } from "../../support/browser/select.ts";
import { heading } from "../../support/account/visitor.ts";

type Receiver = Awaited<ReturnType<typeof hookReceiver>>;

let url: string;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await hookReceiver();
  ({ url } = await testCloud({ DEVELOPMENT_PAGES: "on", WEBHOOK_PRIVATE_HOSTS: receiver.host }));
});

const card = (page: Page, title: string) =>
  page
    .getByRole("main")
    .locator("section.fh-card")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });

const openConfig = async (page: Page, tab = ""): Promise<void> => {
  await page.goto(`${url}/account/config${tab === "" ? "" : `?tab=${tab}`}`);
  await expect(heading(page, "Configurations")).toBeVisible();
};

test("an email address is confirmed by the code in the mailbox, and then email notifications can be chosen", async ({
  page,
}) => {
  const email = `${randomUUID()}@example.com`;
  await enterAsNewUser(page, url);
  await openConfig(page, "notifications");
  const note = page.getByRole("note").filter({ hasText: "Confirm an email address to receive" });
  await expect(note).toBeVisible();
  expect(await gapBetween(note, page.getByRole("switch").first())).toBeGreaterThanOrEqual(16);
  await page.getByRole("link", { name: "Add an address" }).click();

  const form = card(page, "Email");
  await form.getByLabel("Email address").fill("nobody");
  await form.getByRole("button", { name: "Send code" }).click();
  await expect(form.getByRole("alert")).toHaveText("Invalid email");
  await form.getByLabel("Email address").fill(email);
  await form.getByRole("button", { name: "Send code" }).click();
  await expect(form.getByText(`We wrote a code for ${email}.`)).toBeVisible();
  await expect(form.getByRole("button", { name: /^Send again in \d+ s$/ })).toBeDisabled();
  expect(await complaintsAbout(page)).toEqual([]);

  await form.getByLabel("Code").fill("000 000");
  await form.getByRole("button", { name: "Confirm" }).click();
  await expect(form.getByRole("alert")).toHaveText(errors.EMAIL_CODE_WRONG.message);

  await form.getByRole("link", { name: "mailbox" }).click();
  await expect(heading(page, "Mailbox")).toBeVisible();
  await page.getByRole("list", { name: "Emails" }).getByRole("button", { name: email }).click();
  const subject = await page.getByRole("heading", { level: 2, name: /is your Freehold code$/ }).innerText();
  expect(await complaintsAbout(page)).toEqual([]);
  await page
    .getByRole("main")
    .getByRole("link", { name: `${url}/account/config` })
    .click();
  await expect(heading(page, "Configurations")).toBeVisible();
  await form.getByLabel("Code").fill(subject.slice(0, 6));
  await form.getByRole("button", { name: "Confirm" }).click();
  await expect(form.getByText("Confirmed", { exact: true })).toBeVisible();
  await expect(form.getByText(email)).toBeVisible();

  await page.getByRole("tab", { name: "Notifications" }).click();
  const letters = card(page, "Email notifications");
  await expect(letters.getByText("Confirm an email address to receive")).toBeHidden();
  await expect(letters.getByRole("button", { name: "Save" })).toBeDisabled();
  await letters.getByLabel("A deployment succeeded").check();
  await letters.getByRole("button", { name: "Save" }).click();
  await expect(letters.getByRole("button", { name: "Save" })).toBeDisabled();
  const alert = card(page, "Low allowance");
  await choose(alert, "Threshold", "20 %");
  await alert.getByRole("button", { name: "Save" }).click();
  await expect(alert.getByRole("button", { name: "Discard" })).toBeHidden();
  const services = card(page, "RPC and storage alerts");
  await services.getByLabel("RPC error rate, in percent").fill("101");
  await services.getByRole("button", { name: "Save" }).click();
  await expect(services.getByText("Enter a number from 1 to 100.")).toBeVisible();
  await services.getByLabel("RPC error rate, in percent").fill("5");
  await services.getByLabel("Storage cost per day").fill("2.50");
  await services.getByLabel("RPC allowance").check();
  await services.getByRole("button", { name: "Save" }).click();
  await expect(services.getByRole("button", { name: "Discard" })).toBeHidden();
  await page.reload();
  await expect(services.getByLabel("RPC error rate, in percent")).toHaveValue("5");
  await expect(services.getByLabel("Storage cost per day")).toHaveValue("2.50");
  await expect(services.getByLabel("Storage error rate, in percent")).toHaveValue("");
  await expect(services.getByLabel("RPC allowance")).toBeChecked();
  await services.getByLabel("Storage cost per day").fill("");
  await services.getByRole("button", { name: "Save" }).click();
  await expect(services.getByRole("button", { name: "Discard" })).toBeHidden();
  await page.reload();
  await expect(services.getByLabel("Storage cost per day")).toHaveValue("");
  await expect(letters.getByLabel("A deployment succeeded")).toBeChecked();
  await expect(alert.getByText("20 %", { exact: true })).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
});

test("a webhook is signed with the secret that is shown once, its failures are listed, and it can be resent", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  await openConfig(page, "webhook");
  const form = card(page, "Webhook");
  await form.getByLabel("URL").fill("http://10.0.0.1/");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("This URL is on a private network.")).toBeVisible();
  await expect(form.getByLabel("URL")).toHaveValue("http://10.0.0.1/");
  await form.getByLabel("URL").fill(receiver.url);
  await form.getByLabel(webhookEventLabels["member.joined"]).check();
  expect(await complaintsAbout(page)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).click();
  const secret = await page.getByText(/^whsec_/).innerText();
  await page.getByRole("button", { name: "Done" }).click();

  receiver.answer.status = 503;
  const deliveries = card(page, "Deliveries");
  await expect(deliveries.getByText("No deliveries yet")).toBeVisible();
  await deliveries.getByRole("button", { name: "Send test" }).click();
  await expect(deliveries.getByText("Retrying")).toBeVisible();
  await expect(deliveries.getByText(/Response status 503/)).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  const [refused] = await receiver.heard("ping");
  expectSigned(secret, refused!);

  receiver.answer.status = 200;
  await deliveries.getByRole("row", { name: /503/ }).getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Resend" }).click();
  await expect(deliveries.getByText("Delivered").first()).toBeVisible();
  const calls = await receiver.heard("ping", 2);
  expect(calls.at(-1)!.body).toBe(refused!.body);
  expectSigned(secret, calls.at(-1)!);

  await deliveries.getByRole("button", { name: "Actions" }).first().click();
  await page.getByRole("menuitem", { name: "View payload" }).click();
  await expect(page.getByRole("dialog", { name: "Test" }).getByText('"event": "ping"')).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();

  await form.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(deliveries).toBeHidden();
  await expect(form.getByLabel("URL")).toHaveValue("");
});

test("on a phone, in dark mode, mail and alerts fit and are readable", async ({ openProfile }) => {
  const profile = await openProfile({ colorScheme: "dark", viewport: { width: 390, height: 844 } });
  const page = await profile.newPage();
  await enterAsNewUser(page, url);
  for (const tab of ["general", "notifications", "webhook"]) {
    await openConfig(page, tab);
    await expect(page.locator(".fh-skeleton")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), tab).toBeLessThanOrEqual(390);
    expect(await complaintsAbout(page), tab).toEqual([]);
  }
  await page.goto(`${url}/dev/mailbox`);
  await expect(heading(page, "Mailbox")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await complaintsAbout(page)).toEqual([]);
});

const expectSigned = (secret: string, { headers, body }: Receiver["calls"][number]): void => {
  const [, time, given] = /^t=(\d+),v1=(\w+)$/.exec(String(headers["freehold-signature"]))!;
  expect(given).toBe(createHmac("sha256", secret).update(`${time}.${body}`).digest("hex"));
};
