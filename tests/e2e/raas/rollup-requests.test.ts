/** An operator answers an application for a rollup. */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { enterWithKey } from "../../support/account/enter.ts";
import { newOwner } from "../../support/account/owner.ts";
import { depositLand, landUnit } from "../../support/billing/paying-team.ts";
import { application, freeChainId } from "../../support/chains/raas.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";

const operatorKey = privateKeyToAccount(generatePrivateKey());
const { url, database } = await faultlessCloud({ OPERATORS: operatorKey.address });

test("an operator offers a rollup at a price, and delivers it once it is paid for", async ({ openProfile }) => {
  const owner = await newOwner(url);
  const { items } = await owner.data<{ items: { teamId: string }[] }>("GET /api/auth/cooperation/teams");
  await depositLand(database.db, items[0]!.teamId, 30_000_000n * landUnit);
  const { id } = await owner.data<{ id: string }>("POST /api/raas/rollup/create", { ...application, name: "Vast" });

  const page = await (await openProfile()).newPage();
  await enterWithKey(page, url, operatorKey);
  await page.goto(`${url}/operator/rollups`);
  const row = page.getByRole("row", { name: /Vast/ });
  await expect(row).toContainText("Application");
  await row.getByRole("link", { name: "Vast" }).click();
  await expect(page.getByRole("heading", { name: "Vast" })).toBeVisible();
  await expect(page.getByText("ann@example.com · @ann")).toBeVisible();
  await page.getByRole("textbox", { name: "Price in LAND" }).fill("30000000");
  const answer = (name: string) => page.getByRole("button", { name, exact: true });
  await answer("Send offer").click();
  await expect(page.getByText("Enter 1 to 3660 days.")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByRole("spinbutton", { name: "Days" }).fill("30");
  await answer("Send offer").click();
  await expect(row).toContainText("Pending payment");

  await owner.data("POST /api/raas/rollup/transaction", { rollupId: id });
  await page.goto(`${url}/operator/rollups/${id}/edit`);
  const chainId = freeChainId();
  const fields = {
    Provider: "Stack & Sons",
    "Chain ID": chainId,
    RPC: "https://rpc.stack.example",
    "Block explorer": "https://scan.stack.example",
  };
  for (const [name, value] of Object.entries(fields))
    await page.getByRole("textbox", { name, exact: true }).fill(value);
  await answer("Hand over rollup").click();
  await expect(page.getByText("Enter the contract's address on the settlement chain.")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Contract" }).fill(`0x${"c0".repeat(20)}`);
  await answer("Hand over rollup").click();
  await expect(row).toContainText("Running");
  expect(await owner.data(`GET /api/raas/rollup/detail/${id}`)).toMatchObject({ status: 3, chainId });
});
