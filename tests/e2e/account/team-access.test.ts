/** The screens of a member with limited, read-only or disabled access. */
import { describe } from "vitest";
import { errors } from "../../../resources/declare/errors.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { sections } from "../../support/browser/menu.ts";
import { newOwner } from "../../support/account/owner.ts";
import { isLoaded } from "../../support/browser/screens.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import {
  act,
  joinWithoutInvitation,
  memberOfTeam,
  openMembers,
  rowOf,
  signedIn,
  switchTo,
  switcher,
  tokenOf,
} from "../../support/browser/team-screens.ts";
import { heading } from "../../support/account/visitor.ts";

const { url } = await faultlessCloud();

describe("a disabled member", () => {
  test("sees the no-access view on every page except /account/config, and returns with the switcher", async ({
    page,
  }) => {
    const { owner, joined } = await memberOfTeam(url, page, {});
    await expect(sections(page).getByRole("link", { name: "Hosting" })).toBeVisible();
    await owner.data("PUT /api/auth/cooperation/member", { invitationId: joined.invitationId, status: "DISABLE" });
    await expect(heading(page, "Access denied")).toBeVisible();
    await expect(page.getByText(errors.TEAM_DISABLED.message)).toBeVisible();
    await expect(sections(page).getByRole("link")).toHaveText(["Configurations"]);

    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    for (const path of ["/hosting/projects", "/account/member", "/hosting/new"]) {
      await page.goto(url + path);
      await expect(page.getByText(errors.TEAM_DISABLED.message)).toBeVisible();
    }
    expect(asked.filter((path) => /^\/api\/(hosting|auth\/cooperation\/invitations)/.test(path))).toEqual([]);
    await page.goto(`${url}/account/config`);
    await expect(heading(page, "Configurations")).toBeVisible();

    await expect(switcher(page)).toContainText("disabled");
    await switchTo(page, "Owner");
    await expect(heading(page, /^Overview of/)).toBeVisible();
    await expect(sections(page).getByRole("link", { name: "Hosting" })).toBeVisible();
  });

  test("is enabled again by the owner, whose list shows it", async ({ openProfile }) => {
    const [owner, page] = [await signedIn(url, openProfile), await signedIn(url, openProfile)];
    await joinWithoutInvitation(url, page, await tokenOf(owner), { note: "Paused" });
    await openMembers(url, owner);
    await act(owner, "Paused", "Disable");
    await owner
      .getByRole("dialog", { name: /^Disable .+\?$/ })
      .getByRole("button", { name: "Disable" })
      .click();
    await expect(rowOf(owner, "Paused")).toContainText("Disabled");
    await page.getByRole("button", { name: /^Team / }).click();
    const entry = page.getByRole("group", { name: "Member" }).getByRole("menuitemradio");
    await expect(entry).toContainText("Disabled");
    await act(owner, "Paused", "Enable");
    await expect(rowOf(owner, "Paused")).toContainText("Active");
    await expect(entry).not.toContainText("Disabled");
  });
});

describe("a read-only member", () => {
  test("finds no button that changes anything, on any hosting screen, and no call is refused", async ({ page }) => {
    const owner = await newOwner(url);
    const projectId = await owner.site("meadow", "<h1>Meadow</h1>");
    await memberOfTeam(url, page, { access: ["HOSTING"], levels: { HOSTING: "read" } }, owner);
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    const project = `/hosting/project/meadow/${projectId}`;
    const { id: repoId } = await owner.data<{ id: string }>("POST /api/hosting/repo", { name: "hedge" });
    const env = [{ key: "SECRET", value: "x" }];
    const ofRepository = { name: "hedge", platform: "IPFS", deployType: "REPOSITORY", repoId, env };
    const built = await owner.data<{ projectId: string }>("POST /api/hosting/project", ofRepository);
    const settings = ["", "&sub=git", "&sub=environment_variables", "&sub=advanced"].map(
      (sub) => `?tab=settings${sub}`,
    );
    const tabs = [
      ...["", "?tab=domains", ...settings].map((tab) => project + tab),
      ...["", ...settings].map((tab) => `/hosting/project/hedge/${built.projectId}${tab}`),
    ];
    // The own name is the member's, not the team's.
    await page.goto(`${url}/overview`);
    await page.getByRole("button", { name: "Keep the wallet address" }).click();
    for (const path of [
      "/overview",
      "/hosting/projects",
      "/hosting/deployments",
      "/hosting/domains",
      "/hosting/auth-tokens",
      ...tabs,
    ]) {
      await page.goto(url + path);
      await isLoaded(page);
      const main = page.getByRole("main");
      await expect(main.getByRole("button", { name: changing }), path).toHaveCount(0);
      await expect(main.getByRole("link", { name: changing }), path).toHaveCount(0);
      await expect(main.getByRole("switch", { disabled: false }), path).toHaveCount(0);
    }
    await page.goto(`${url}/hosting/projects`);
    await expect(page.getByText("Read only", { exact: true })).toBeVisible();
    expect(refused).toEqual([]);
  });

  test("sees a deployment with its log and files, and no redeploy button", async ({ page }) => {
    const owner = await newOwner(url);
    await owner.site("orchard", "<h1>Orchard</h1>");
    await memberOfTeam(url, page, { access: ["HOSTING"], levels: { HOSTING: "read" } }, owner);
    await page.goto(`${url}/hosting/deployments`);
    await page
      .getByRole("row", { name: /orchard/ })
      .getByRole("link")
      .first()
      .click();
    await expect(page.getByRole("link", { name: "Visit" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("button", { name: changing })).toHaveCount(0);
  });
});

test("a forbidden URL entered by hand shows the reason and a way back, without an alert", async ({ page }) => {
  await memberOfTeam(url, page, { access: ["RPC"] });
  for (const path of ["/hosting/projects", "/hosting/new", "/account/operation-log"]) {
    await page.goto(url + path);
    await expect(heading(page, "Access denied")).toBeVisible();
    await isLoaded(page);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.getByRole("link", { name: "Go to overview" }).click();
  await expect(heading(page, /^Overview of/)).toBeVisible();
});

/** Buttons that would change something. */
const changing = /^(New|Add|Deploy|Redeploy|Roll back|Promote|Cancel|Delete|Save|Actions|Check now|Remove)\b/;
