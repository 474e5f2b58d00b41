import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { complaintsInBothThemes } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { enterWithKey } from "../../support/account/enter.ts";
import { newOwner } from "../../support/account/owner.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { ask } from "../../support/server/http.ts";

const { url, port } = await testCloud();

test("a project's analytics show its visits, and a request of the last day is found by its path", async ({ page }) => {
  const account = privateKeyToAccount(generatePrivateKey());
  const owner = await newOwner(url, account);
  const id = await owner.site("garden", { "index.html": "home", "beds.html": "beds" });
  const headers = { accept: "text/html", "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Firefox/130.0" };
  for (const path of ["/", "/beds", "/", "/orchard"]) await ask(port, `garden.localhost:${port}`, path, { headers });

  await enterWithKey(page, url, account);
  await page.goto(`${url}/hosting/project/garden/${id}?tab=analytics`);
  const requests = page.getByRole("table", { name: "Requests" }).getByRole("row");
  await expect(requests.filter({ hasText: "/orchard" })).toContainText("404");
  await expect(requests).toHaveCount(5);
  await page.getByLabel("Search by path").fill("bed");
  await expect(requests).toHaveCount(2);
  await expect(requests.last()).toContainText("/beds");
  expect(await complaintsInBothThemes(page)).toEqual([]);
  await page.getByLabel("Search by path").fill("well");
  await expect(page.getByText("No results")).toBeVisible();
});
