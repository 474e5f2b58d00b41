/** What an operator, a team or the cloud tells people: in the bar, in dialogs, behind the bell. */
import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { afterEach, beforeAll, beforeEach, expect as vitestExpect } from "vitest";
import { messages } from "../../resources/messages.ts";
import { complaintsAbout } from "../support/accessibility.ts";
import { expect, test, type BrowserFixtures } from "../support/browser.ts";
import { testCloud, type TestCloud } from "../support/cloud.ts";
import { newOwner, ownerWith } from "../support/owner.ts";
import { signIn } from "../support/sign-in.ts";
import { joinTeam } from "../support/team.ts";
import { disconnect, heading } from "../support/visitor.ts";

const operatorKey = privateKeyToAccount(generatePrivateKey());
let cloud: TestCloud;
let url: string;
let publish: (notice: object) => Promise<{ id: string }>;
beforeAll(async () => {
  cloud = await testCloud({ OPERATORS: operatorKey.address });
  ({ url } = cloud);
  const operator = ownerWith(url, (await signIn(url, operatorKey)).accessToken);
  publish = (notice) => operator.data("POST /api/auth/operator/notices", { type: "NORMAL", ...notice });
});
beforeEach(() => cloud.database.db.deleteFrom("notice").execute());
afterEach(() => vitestExpect(cloud.faults).toEqual([]));

test("what an operator publishes reaches every open dashboard, in a bar that moves nothing, until it is closed", async ({
  openProfile,
}) => {
  const [operator, reader] = await Promise.all([
    enter(openProfile, "/operator/notices", operatorKey),
    enter(openProfile, "/hosting/projects"),
  ]);
  await expect(operator.getByText("No notices yet")).toBeVisible();
  await isListening(reader);
  const before = await heading(reader, "Projects").boundingBox();

  await operator.getByRole("link", { name: "New notice" }).first().click();
  await expect(heading(operator, "New notice")).toBeVisible();
  await operator.getByRole("button", { name: "Create" }).click();
  await expect(operator.getByText("Kind: choose one of the list.")).toBeVisible();
  await operator.getByLabel("Kind").selectOption("In the notice bar");
  await operator.getByLabel("Message").fill("Builds pause on Sunday at 02:00 UTC.");
  await operator.getByRole("textbox", { name: /^Link( \(|$)/ }).fill("javascript:alert(1)");
  await operator.getByRole("button", { name: "Create" }).click();
  await expect(operator.getByText("Link: a path such as /docs, or an http(s) address.")).toBeVisible();
  await operator.getByRole("textbox", { name: /^Link( \(|$)/ }).fill("/docs/operations");
  await operator.getByLabel("Link text").fill("What this means");
  expect(await complaintsAbout(operator)).toEqual([]);
  await operator.getByRole("button", { name: "Create" }).click();
  const row = operator.getByRole("row", { name: /Builds pause on Sunday/ });
  await expect(row).toContainText("Shown now");
  expect(await complaintsAbout(operator)).toEqual([]);

  await expect(bar(reader)).toContainText("Builds pause on Sunday at 02:00 UTC.");
  expect(await heading(reader, "Projects").boundingBox()).toEqual(before);
  expect(await complaintsAbout(reader)).toEqual([]);
  await bar(reader).getByRole("link", { name: "What this means" }).click();
  await reader.waitForURL(`${url}/docs/operations`);
  await reader.goBack();
  await bar(reader).getByRole("button", { name: "Close this notice" }).click();
  await expect(bar(reader)).toBeHidden();
  await expect(bell(reader)).toHaveAccessibleName("Notices");
  await operator.reload();
  await expect(row.getByRole("cell").filter({ hasText: /^1$/ })).toBeVisible();
  await isToldAgain(reader);
  await expect(bar(reader)).toBeHidden();

  await row.getByRole("button", { name: "Actions" }).click();
  await operator.getByRole("menuitem", { name: "Delete" }).click();
  await operator.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(operator.getByText("No notices yet")).toBeVisible();
});

test("Notice bar: rotating broadcast messages, held by pointer, focus and a button", async ({ openProfile }) => {
  for (const message of ["One of two.", "Two of two."]) await publish({ message });
  const page = await enter(openProfile, "/overview", undefined, { reducedMotion: "no-preference" });
  for (const message of ["One of two.", "Two of two.", "One of two."]) await expect(bar(page)).toContainText(message);
  const said = bar(page).locator("[aria-live]");
  await expect(said).toHaveAttribute("aria-live", "off");
  await said.hover();
  await expect(said).toHaveAttribute("aria-live", "polite");
  await page.mouse.move(700, 600);
  await expect(said).toHaveAttribute("aria-live", "off");
  await bar(page).getByRole("button", { name: "Next notice" }).focus();
  await expect(said).toHaveAttribute("aria-live", "polite");
  await bar(page).getByRole("button", { name: "Stop the notices" }).click();
  await page.mouse.move(700, 600);
  await heading(page, /^Overview/).click();
  await expect(said).toHaveAttribute("aria-live", "polite");
  await expect(bar(page).getByRole("button", { name: "Let the notices rotate" })).toBeVisible();
});

test("where a device asks for less motion the notices stand still and are leafed through", async ({ openProfile }) => {
  for (const message of ["Older.", "Newer."]) await publish({ message });
  const page = await enter(openProfile, "/overview");
  await expect(bar(page)).toContainText("Newer.");
  await expect(bar(page).getByRole("button", { name: "Let the notices rotate" })).toBeVisible();
  await bar(page).getByRole("button", { name: "Next notice" }).click();
  await expect(bar(page)).toContainText("Older.");
});

test("a POPUP is an alert, shown once", async ({ openProfile }) => {
  const page = await enter(openProfile, "/overview");
  await isListening(page);
  await publish({
    type: "POPUP",
    message: "The terms have changed.",
    url: "https://example.org/terms",
    label: "Terms",
  });
  const dialog = page.getByRole("dialog", { name: "Tip" });
  await expect(dialog).toContainText("The terms have changed.");
  await expect(dialog.getByRole("link", { name: "Terms" })).toHaveAttribute("href", "https://example.org/terms");
  expect(await complaintsAbout(page)).toEqual([]);
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect(dialog).toBeHidden();
  await isToldAgain(page);
  await expect(dialog).toBeHidden();
  await bell(page).click();
  await expect(centre(page).getByText("The terms have changed.")).toBeVisible();
});

test("An invitation can be accepted or declined, now or later, and says what it opens", async ({ openProfile }) => {
  const guest = privateKeyToAccount(generatePrivateKey());
  const page = await enter(openProfile, "/hosting/projects", guest);
  await isListening(page);
  await invite(guest, { access: ["HOSTING", "BUCKET"], levels: { BUCKET: "read" } });
  const dialog = page.getByRole("dialog", { name: /^Work with 0x/ });
  await expect(dialog.getByRole("listitem")).toHaveText([/Hosting.*Manage/, /Storage.*Read/]);
  expect(await complaintsAbout(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await bar(page).getByRole("button", { name: "View invitation" }).click();
  await dialog.getByRole("button", { name: "Decline" }).click();
  await expect(dialog).toBeHidden();
  await expect(bar(page)).toBeHidden();

  await page.getByRole("searchbox").first().focus();
  await invite(guest, { access: ["RPC"], levels: { RPC: "read" } });
  await expect(bell(page)).toHaveAccessibleName("Notices, 1 unread");
  await bell(page).click();
  await expect(centre(page).getByRole("button", { name: "View invitation" })).toHaveCount(1);
  expect(await complaintsAbout(page)).toEqual([]);
  await centre(page).getByRole("button", { name: "View invitation" }).click();
  await dialog.getByRole("button", { name: "Accept" }).click();
  await expect(dialog).toBeHidden();
  const alert = page.getByRole("dialog", { name: "Tip" });
  await expect(alert).toContainText(messages.joinedToRead.replace("{team}", ""));
  await alert.getByRole("button", { name: "OK" }).click();
  await expect(page.getByText(messages.switchTip)).toBeVisible();
});

test("who was removed from a team reads the reason on the next page, whichever it is, once", async ({
  openProfile,
}) => {
  const member = privateKeyToAccount(generatePrivateKey());
  const owner = await newOwner(url);
  const joined = await joinTeam(url, owner.token, (await signIn(url, member)).accessToken, {});
  const removal = { invitationId: joined.invitationId, status: "REMOVE" };
  await owner.data("PUT /api/auth/cooperation/member", removal);
  const page = await enter(openProfile, "/docs", member);
  const dialog = page.getByRole("dialog", { name: "You no longer work in this team" });
  await expect(dialog).toBeVisible();
  await page.goto(`${url}/`);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect(dialog).toBeHidden();
  await isToldAgain(page);
  await expect(dialog).toBeHidden();
});

test("A failed notice fetch falls back to locally stored notices, which are wiped at sign-out", async ({
  openProfile,
}) => {
  await publish({ message: "Kept for bad days." });
  const page = await enter(openProfile, "/overview");
  await expect(bar(page)).toContainText("Kept for bad days.");
  await page.route("**/api/auth/broadcast", (route) => route.abort());
  await page.reload();
  await expect(bar(page)).toContainText("Kept for bad days.");
  await bell(page).click();
  await expect(centre(page).getByText(/cannot be reached/)).toBeVisible();
  await page.keyboard.press("Escape");
  await disconnect(page);
  expect(await page.evaluate(() => localStorage.getItem("notices"))).toBeNull();
});

test("the bell counts what is unread, and marks all of it read at once, on every screen of the person", async ({
  openProfile,
}) => {
  const person = privateKeyToAccount(generatePrivateKey());
  const [here, there] = await Promise.all([
    enter(openProfile, "/overview", person),
    enter(openProfile, "/hosting/projects", person),
  ]);
  await Promise.all([isListening(here), isListening(there)]);
  for (const message of ["First.", "Second.", "Third."]) await publish({ message });
  for (const page of [here, there]) await expect(bell(page)).toHaveAccessibleName("Notices, 3 unread");
  await bell(here).click();
  await expect(centre(here).getByRole("listitem")).toHaveText([/Third\./, /Second\./, /First\./]);
  await centre(here).getByRole("button", { name: "Mark as read" }).first().click();
  for (const page of [here, there]) await expect(bell(page)).toHaveAccessibleName("Notices, 2 unread");
  await centre(here).getByRole("button", { name: "Mark all read" }).click();
  for (const page of [here, there]) await expect(bell(page)).toHaveAccessibleName("Notices");
  for (const page of [here, there]) await expect(bar(page)).toBeHidden();
});

test("Menu section Operator shows only to operators, and its page says so to all others", async ({ openProfile }) => {
  const operator = await enter(openProfile, "/overview", operatorKey);
  const sections = (page: Page) => page.getByRole("navigation", { name: "Sections" });
  await sections(operator).getByRole("link", { name: "Notices" }).click();
  await expect(heading(operator, "Notices")).toBeVisible();
  const other = await enter(openProfile, "/operator/notices");
  await expect(heading(other, "No access")).toBeVisible();
  await expect(sections(other).getByRole("link", { name: "Notices" })).toHaveCount(0);
});

const bar = (page: Page) => page.getByRole("region", { name: "Notices" });
const bell = (page: Page) => page.getByRole("button", { name: /^Notices/ });
const centre = (page: Page) => page.getByRole("dialog", { name: "Notices" });

/** Opens a page in a profile of its own, signed in as the holder of a key. */
const enter = async (
  openProfile: BrowserFixtures["openProfile"],
  path: string,
  account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey()),
  options: Parameters<BrowserFixtures["openProfile"]>[0] = {},
): Promise<Page> => {
  const [profile, auth] = [await openProfile(options), await signIn(url, account)];
  const page = await profile.newPage();
  await page.goto(`${url}/login`);
  await page.evaluate((tokens) => {
    localStorage.setItem("token", tokens.accessToken);
    localStorage.setItem("authData", JSON.stringify(tokens));
  }, auth);
  await page.goto(url + path);
  return page;
};

/** The page has its socket, and has asked for its notices. */
const isListening = async (page: Page): Promise<void> => {
  await expect.poll(() => page.evaluate(() => localStorage.getItem("notices"))).not.toBeNull();
};

/** Opens the page anew, and waits for what it is told then. */
const isToldAgain = async (page: Page): Promise<void> => {
  const told = page.waitForResponse("**/api/auth/broadcast*");
  await page.reload();
  await (await told).finished();
};

const invite = async ({ address }: PrivateKeyAccount, given: object): Promise<void> => {
  const invitation = { type: "WALLET", target: address, ...given };
  await (await newOwner(url)).data("POST /api/auth/cooperation/invitations", { invitation });
};
