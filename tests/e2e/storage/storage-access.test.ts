import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll } from "vitest";
import { complaintsInBothThemes } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser, enterWithKey } from "../../support/account/enter.ts";
import { isLoaded } from "../../support/browser/screens.ts";
import { newOwner } from "../../support/account/owner.ts";
import { fileLink, fileRow, makeBucket, storageFiles } from "../../support/storage/storage-files.ts";
import { memberOfTeam } from "../../support/browser/team-screens.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud()));

test("a read-only member has no button that changes anything", async ({ page, openProfile }) => {
  const key = privateKeyToAccount(generatePrivateKey());
  await enterWithKey(page, url, key);
  const bucket = await makeBucket(page, url, "reading-room");
  await (await storageFiles(page, url, bucket)).put("book.txt", "Once upon a time");
  const readers = await (await openProfile()).newPage();
  await memberOfTeam(url, readers, { access: ["BUCKET"], levels: { BUCKET: "read" } }, await newOwner(url, key));
  await readers.goto(`${url}/bucket/storage/${bucket}/`);
  await expect(fileLink(readers, "book.txt")).toBeVisible();
  await expect(readers.getByRole("button", { name: "Create folder" })).toBeHidden();
  await fileRow(readers, "book.txt")
    .getByRole("button", { name: /^Actions/ })
    .click();
  await expect(readers.getByRole("menuitem", { name: "Download" })).toBeVisible();
  await expect(readers.getByRole("menuitem", { name: /Rename|Move|Delete/ })).toHaveCount(0);
  await readers.keyboard.press("Escape");
  await fileLink(readers, "book.txt").click();
  await expect(readers.getByLabel("Content of book.txt")).toHaveText("Once upon a time");
  await expect(readers.getByRole("button", { name: /Rename|Delete|Add tag/ })).toHaveCount(0);
  await readers.goto(`${url}/bucket/storage/${bucket}/?tab=settings`);
  await expect(readers.getByRole("radio", { name: "Public on IPFS" })).toBeDisabled();
  await expect(readers.getByRole("button", { name: /Add (lifecycle )?rule|Delete/ })).toHaveCount(0);
  await readers.goto(`${url}/bucket/storage`);
  await expect(readers.getByRole("link", { name: bucket })).toBeVisible();
  await expect(readers.getByRole("button", { name: "Create bucket" })).toBeHidden();
});

test("names, landmarks and contrast hold on the storage screens in both themes, and nothing is wider than a phone", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  const longest = "a-name-as-long-as-names-of-buckets-may-be-".padEnd(48, "1");
  const bucket = await makeBucket(page, url, longest);
  const { put, begin } = await storageFiles(page, url, bucket);
  await put(`docs/${"w".repeat(300)}.txt`, "wide ".repeat(200));
  await put(
    "token.json",
    '{"name":"Apple","image":"ipfs://bafkqaaa","attributes":[{"trait_type":"Colour","value":"red"}]}',
  );
  await begin("film.mp4");
  const tabs = ["", "?tab=incomplete_uploads", "?tab=overview", "?tab=settings"];
  const places = [
    "",
    ...["/", "/docs/"].flatMap((path) => tabs.map((tab) => `/${bucket}${path}${tab}`)),
    `/${bucket}/token.json`,
    `/${bucket}/none.zip`,
  ];
  for (const place of places) {
    await page.goto(`${url}/bucket/storage${place}`);
    await isLoaded(page);
    expect(await complaintsInBothThemes(page), place).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
