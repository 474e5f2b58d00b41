/** The overview: first steps of a new team, projects, usage and activity. */
import { CreateBucketCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import type { Page } from "playwright";
import { complaintsAbout, complaintsInBothThemes } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { fits, memberOfTeam, tokenOf } from "../../support/browser/team-screens.ts";
import { enterAsNewUser, reopenPage } from "../../support/account/enter.ts";
import { heading } from "../../support/account/visitor.ts";
import { ownerWith } from "../../support/account/owner.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { s3ClientAt, type KeyPair } from "../../support/storage/s3-user.ts";

const { url } = await faultlessCloud();

const checklist = (page: Page) => page.getByRole("region", { name: "Get started" });
const steps = (page: Page) => checklist(page).getByRole("listitem");
const card = (page: Page, name: string) =>
  page.getByRole("list", { name: "Recent projects" }).getByRole("listitem").filter({ hasText: name });

test("a new team gets a checklist instead of an empty list; its ticks follow what the team has, and it goes when it is complete", async ({
  page,
}) => {
  await reopenPage(page, url);
  await expect(steps(page)).toHaveText([
    /^Deploy a site/,
    /^Store a file/,
    /^Create an RPC key/,
    /^Invite a member/,
    /^Add LAND/,
  ]);
  // This server's users have made a deposit.
  await expect(checklist(page)).toContainText("1 of 5");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await complaintsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const team = ownerWith(url, await tokenOf(page));
  const key = await team.data<KeyPair>("GET /api/bucket/user/sts/assume-role");
  const client = s3ClientAt(`${url}/s3`, key);
  await client.send(new CreateBucketCommand({ Bucket: "first-steps" }));
  await team.data("POST /api/rpc/rpc/manager/keys", { name: "shop", type: "FREE" });
  await page.reload();
  await expect(steps(page).filter({ hasText: "(done)" })).toHaveText([/^Create an RPC key/, /^Add LAND/]);
  await client.send(new PutObjectCommand({ Bucket: "first-steps", Key: "note.txt", Body: "kept" }));
  await team.site("first-site", "<h1>First</h1>");
  await page.reload();
  await expect(checklist(page)).toContainText("4 of 5");
  await steps(page).filter({ hasText: "Invite a member" }).getByRole("link").click();
  await expect(heading(page, "Members")).toBeVisible();
  const invitation = { type: "LINK", access: ["HOSTING"] };
  await team.data("POST /api/auth/cooperation/invitations", { invitation });
  await page.goto(`${url}/overview`);
  await expect(card(page, "first-site")).toBeVisible();
  await expect(checklist(page)).toHaveCount(0);
});

test("a dismissed checklist stays away, and the list says how to start", async ({ page }) => {
  await reopenPage(page, url);
  await checklist(page).getByRole("button", { name: "Dismiss checklist" }).click();
  await expect(page.getByText("No projects yet")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No projects yet")).toBeVisible();
  await expect(checklist(page)).toHaveCount(0);
});

test("projects are cards with an image of their content, address, state and time; usage, balance and activity stand beside and below", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  const team = ownerWith(url, await tokenOf(page));
  await team.site("mill", "<h1>Flour</h1>");
  await team.site("cover", {
    "index.html": `<meta property="og:image" content="/cover.svg"><h1>Cover</h1>`,
    "cover.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"><path d="M0 0h160v90H0z"/></svg>`,
  });
  await team.data("POST /api/hosting/project", { name: "barn", platform: "IPFS", deployType: "UPLOAD" });
  await page.goto(`${url}/overview`);
  await expect(card(page, "mill").getByText("Live", { exact: true })).toHaveCount(1);
  await expect(card(page, "mill")).toContainText(/ago$/);
  await expect(card(page, "barn")).toContainText("Not deployed");
  await expect(card(page, "mill").getByRole("link", { name: /^mill\.localhost/ })).toHaveAttribute("target", "_blank");
  const images = await page
    .locator("li svg[viewBox='0 0 640 480']")
    .evaluateAll((all) => all.map((svg) => svg.innerHTML));
  expect(new Set(images).size).toBe(3);
  // Of the site itself where it declares one.
  await expect(card(page, "cover").locator("img")).toHaveCSS("opacity", "1");
  await expect(card(page, "mill").locator("img")).toHaveCount(0);

  const main = page.getByRole("main");
  for (const name of ["IPFS storage", "Traffic", "Build time"])
    await expect(main.getByRole("meter", { name })).toBeVisible();
  await expect(main).toContainText("$0.00");
  await expect(main.getByRole("button", { name: "Deposit" })).toBeVisible();
  const activity = page.getByRole("region", { name: "Activity" });
  await expect(activity.getByRole("listitem").first()).toContainText("You created a project barn");
  expect(await complaintsAbout(page)).toEqual([]);

  await card(page, "mill").getByRole("link", { name: "mill", exact: true }).click();
  await expect(heading(page, "mill")).toBeVisible();

  // Between a phone and a wide screen, the list scrolls rather than losing its names.
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${url}/hosting/projects`);
  const name = page.getByRole("row", { name: /mill/ }).getByRole("cell").first();
  await expect.poll(async () => (await name.boundingBox())?.width).toBe(220);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
});

test("a member sees only what their access allows, and can't deposit", async ({ page }) => {
  await memberOfTeam(url, page, { access: ["HOSTING"] });
  await expect(steps(page)).toHaveText([/^Deploy a site/]);
  const main = page.getByRole("main");
  await expect(main.getByRole("meter", { name: "Traffic" })).toBeVisible();
  await expect(main.getByRole("button", { name: "Deposit" })).toHaveCount(0);
  await expect(main).not.toContainText("LAND");
  await expect(page.getByRole("region", { name: "Activity" })).toHaveCount(0);
});

test("users are asked for a name once, in the page", async ({ page }) => {
  await reopenPage(page, url);
  const question = page.getByRole("region", { name: "What's your name?" });
  await question.getByRole("button", { name: "Save" }).click();
  await expect(question.getByRole("alert")).toHaveText("Name is required.");
  expect(await complaintsAbout(page)).toEqual([]);
  await question.getByLabel("Your name").fill("Ada");
  await question.getByRole("button", { name: "Save" }).click();
  await expect(heading(page, "Overview of Ada")).toBeVisible();
  await expect(question).toHaveCount(0);
});

test("a declined question for the name is not asked again", async ({ page }) => {
  await reopenPage(page, url);
  const question = page.getByRole("region", { name: "What's your name?" });
  await question.getByRole("button", { name: "Keep the wallet address" }).click();
  await page.reload();
  await expect(checklist(page)).toBeVisible();
  await expect(question).toHaveCount(0);
});
