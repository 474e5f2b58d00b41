import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll } from "vitest";
import { complaintsAbout } from "../support/accessibility.ts";
import { expect, test } from "../support/browser.ts";
import { testCloud } from "../support/cloud.ts";
import { enterAsNewUser, enterWithKey } from "../support/enter.ts";
import { isLoaded } from "../support/screens.ts";
import { newOwner } from "../support/owner.ts";
import { fileLink, fileRow, makeBucket, storageFiles } from "../support/storage-files.ts";
import { memberOfTeam } from "../support/team-screens.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud()));

test("a read-only member has no button that changes anything", async ({ page, openProfile }) => {
  const key = privateKeyToAccount(generatePrivateKey());
  await enterWithKey(page, url, key);
  await makeBucket(page, url, "reading-room");
  await (await storageFiles(page, url, "reading-room")).put("book.txt", "Once upon a time");
  const readers = await (await openProfile()).newPage();
  await memberOfTeam(url, readers, { access: ["BUCKET"], levels: { BUCKET: "read" } }, await newOwner(url, key));
  await readers.goto(`${url}/bucket/storage/reading-room/`);
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
  await readers.goto(`${url}/bucket/storage/reading-room/?tab=settings`);
  await expect(readers.getByRole("radio", { name: "Public on IPFS" })).toBeDisabled();
  await expect(readers.getByRole("button", { name: /Add rule|Delete/ })).toHaveCount(0);
  await readers.goto(`${url}/bucket/storage`);
  await expect(readers.getByRole("link", { name: "reading-room" })).toBeVisible();
  await expect(readers.getByRole("button", { name: "Create bucket" })).toBeHidden();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`names, landmarks and contrast hold on the storage screens in ${colorScheme}, and nothing is wider than a phone`, async ({
    openProfile,
  }) => {
    const page = await (await openProfile({ colorScheme })).newPage();
    await enterAsNewUser(page, url);
    const bucket = `a-name-as-long-as-names-of-buckets-may-be-${colorScheme}`.padEnd(48, "1");
    await makeBucket(page, url, bucket);
    const { put, begin } = await storageFiles(page, url, bucket);
    await put(`docs/${"w".repeat(300)}.txt`, "wide ".repeat(200));
    await put(
      "token.json",
      '{"name":"Apple","image":"ipfs://bafkqaaa","attributes":[{"trait_type":"Colour","value":"red"}]}',
    );
    await begin("film.mp4");
    const tabs = ["", "?tab=fragments", "?tab=overview", "?tab=settings"];
    const places = [
      "",
      ...["/", "/docs/"].flatMap((path) => tabs.map((tab) => `/${bucket}${path}${tab}`)),
      `/${bucket}/token.json`,
      `/${bucket}/none.zip`,
    ];
    for (const place of places) {
      await page.goto(`${url}/bucket/storage${place}`);
      await isLoaded(page);
      expect(await complaintsAbout(page), place).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), place)
        .toBeLessThanOrEqual(390);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });
}
