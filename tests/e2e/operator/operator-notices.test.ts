/** The operators' notices page, and the notices that readers see. */
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { chooseEntry, openGroups, sections } from "../../support/browser/menu.ts";
import { bar, bell, isListening, reloadNotices, noticeCloud } from "../../support/browser/notice-screens.ts";
import { choose } from "../../support/browser/select.ts";
import { heading } from "../../support/account/visitor.ts";

const { url, operatorKey, enter } = await noticeCloud();

test("a notice an operator publishes appears in every open dashboard, in a bar that shifts nothing, until it is closed", async ({
  openProfile,
}) => {
  const [operator, reader] = await Promise.all([
    enter(openProfile, "/operator/notices", operatorKey),
    enter(openProfile, "/hosting/projects"),
  ]);
  await expect(operator.getByText("No notices yet")).toBeVisible();
  await isListening(reader);
  const before = await heading(reader, "Projects").boundingBox();

  await operator.getByRole("link", { name: "Create notice" }).first().click();
  await expect(heading(operator, "Create notice")).toBeVisible();
  await operator.getByRole("button", { name: "Create" }).click();
  await expect(operator.getByText("Kind: choose an option from the list.")).toBeVisible();
  await choose(operator, "Kind", "In the notice bar");
  await operator.getByLabel("Message").fill("Builds pause on Sunday at 02:00 UTC.");
  await operator.getByRole("textbox", { name: /^Link( \(|$)/ }).fill("javascript:alert(1)");
  await operator.getByRole("button", { name: "Create" }).click();
  await expect(operator.getByText("Link: enter a path such as /docs, or an http(s) URL.")).toBeVisible();
  await operator.getByRole("textbox", { name: /^Link( \(|$)/ }).fill("/docs/operations");
  await operator.getByLabel("Link text").fill("What this means");
  await expect(operator.locator(".fh-form-summary dd")).toHaveText([
    "In the notice bar",
    "Builds pause on Sunday at 02:00 UTC.",
    "/docs/operations",
    "What this means",
  ]);
  expect(await complaintsAbout(operator)).toEqual([]);
  await operator.getByRole("button", { name: "Create" }).click();
  const row = operator.getByRole("row", { name: /Builds pause on Sunday/ });
  await expect(row).toContainText("Active");
  expect(await complaintsAbout(operator)).toEqual([]);

  await expect(bar(reader)).toContainText("Builds pause on Sunday at 02:00 UTC.");
  expect(await heading(reader, "Projects").boundingBox()).toEqual(before);
  expect(await complaintsAbout(reader)).toEqual([]);
  await bar(reader).getByRole("link", { name: "What this means" }).click();
  await reader.waitForURL(`${url}/docs/operations`);
  await reader.goBack();
  const told = reader.waitForResponse((response) => /\/api\/auth\/broadcast\/.*read$/.test(response.url()));
  await bar(reader).getByRole("button", { name: "Close notice" }).click();
  await expect(bar(reader)).toBeHidden();
  await expect(bell(reader)).toHaveAccessibleName("Notices");
  // The page reads notices in the background, and the operator continues.
  await told;
  await operator.reload();
  await expect(row.getByRole("cell").filter({ hasText: /^1$/ })).toBeVisible();
  await reloadNotices(reader);
  await expect(bar(reader)).toBeHidden();

  await row.getByRole("button", { name: "Actions" }).click();
  await operator.getByRole("menuitem", { name: "Delete" }).click();
  await operator.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(operator.getByText("No notices yet")).toBeVisible();
});

test("Menu section Operator is shown only to operators, and its page tells all others", async ({ openProfile }) => {
  const operator = await enter(openProfile, "/overview", operatorKey);
  await chooseEntry(operator, "Notices");
  await expect(heading(operator, "Notices")).toBeVisible();
  const other = await enter(openProfile, "/operator/notices");
  await expect(heading(other, "Access denied")).toBeVisible();
  await openGroups(other);
  await expect(sections(other).getByRole("link", { name: "Notices" })).toHaveCount(0);
});
