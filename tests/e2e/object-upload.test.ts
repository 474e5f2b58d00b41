/** The queue of uploads in a real browser at a real cloud: over broken lines, reloads, ended sessions and a killed cloud. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { complaintsAbout } from "../support/accessibility.ts";
import { expect, test } from "../support/browser.ts";
import { temporaryFolder } from "../support/cloud-process.ts";
import { testCloud } from "../support/cloud.ts";
import { enterAnew } from "../support/enter.ts";
import { faultProxy, type FaultProxy } from "../support/fault-proxy.ts";
import { fileLink, makeBucket } from "../support/storage-files.ts";
import {
  arrived,
  hand,
  keepFile,
  openBucket,
  pickKeptFile,
  upload,
  uploadRow,
  uploadsPanel,
} from "../support/upload-queue.ts";

const MiB = 1024 * 1024;
let port: number;
beforeAll(async () => ({ port } = await testCloud()));

const dialog = (page: Page) => page.getByRole("dialog");
/** Parts that were sent and taken. */
const partsSent = (line: FaultProxy): string[] =>
  line
    .requests(/^PUT \/s3\/.*partNumber=/)
    .filter(({ status }) => status === 200)
    .map(({ path }) => /partNumber=(\d+)/.exec(path)![1]!);

test("a folder is picked with its paths, files are pasted and dropped, duplicates are skipped, taken names are asked for once", async ({
  page,
}) => {
  const line = await faultProxy(port);
  await enterAnew(page, line.url);
  await openBucket(page, line.url, "orchard");
  const folder = join(await temporaryFolder(), "garden");
  await mkdir(join(folder, "beds"), { recursive: true });
  await writeFile(join(folder, "plan.txt"), "A plan");
  await writeFile(join(folder, "beds/north.txt"), "");
  await writeFile(join(folder, ".DS_Store"), "litter");
  const chooser = page.waitForEvent("filechooser");
  await upload(page, "Folder");
  await (await chooser).setFiles(folder);
  await arrived(page, 2);
  await expect(page.getByRole("status").filter({ hasText: "2 files uploaded." })).toBeAttached();
  await fileLink(page, "garden").click();
  await expect(fileLink(page, "plan.txt")).toBeVisible();
  await fileLink(page, "beds").click();
  await expect(fileLink(page, "north.txt")).toBeVisible();

  // Another screen of the dashboard, with the panel on it.
  await uploadsPanel(page).getByRole("button", { name: "Close uploads" }).click();
  await expect(uploadsPanel(page)).toBeHidden();

  const blocked = line.fail(/^PUT \/s3\/.*seed/, "drop");
  await hand(page, "paste", [{ name: "seed.txt", text: "one" }]);
  await expect(uploadRow(page, "seed.txt")).toContainText("Waits for the connection");
  await hand(page, "drop", [
    { name: "seed.txt", text: "one" },
    { name: "leaf.txt", text: "two" },
  ]);
  await expect(page.getByText("1 file is in the queue already, skipped.")).toBeVisible();
  await expect(uploadRow(page, "leaf.txt")).toContainText("in orchard");
  expect(await complaintsAbout(page)).toEqual([]);
  blocked.end();
  await arrived(page, 2);

  const again = [
    { name: "seed.txt", text: "another one" },
    { name: "leaf.txt", text: "another two" },
  ];
  await hand(page, "drop", again);
  await expect(dialog(page)).toContainText("2 files are in the bucket already");
  await dialog(page).getByRole("button", { name: "Keep both" }).click();
  await expect(fileLink(page, "seed (1).txt")).toBeVisible();
  await expect(fileLink(page, "leaf (1).txt")).toBeVisible();
  await hand(page, "drop", [...again, { name: "new.txt", text: "new" }]);
  await dialog(page).getByRole("button", { name: "Skip" }).click();
  await expect(fileLink(page, "new.txt")).toBeVisible();
  await hand(page, "drop", again);
  await dialog(page).getByRole("button", { name: "Replace" }).click();
  await arrived(page, 7);
  await fileLink(page, "seed.txt").click();
  await expect(page.getByLabel("Content of seed.txt")).toHaveText("another one");
  await expect(uploadsPanel(page)).toBeVisible();
});

test("24 MB in parts are paused and resumed, and go on after a reload; no part is sent twice", async ({ page }) => {
  const line = await faultProxy(port);
  await enterAnew(page, line.url);
  await pickKeptFile(page, "film.mp4");
  await makeBucket(page, line.url, "cinema");
  await keepFile(page, "film.mp4", 24 * MiB);
  const second = line.fail(/partNumber=2&/, "drop");
  await upload(page, "Files");
  await expect(uploadRow(page, "film.mp4")).toContainText("Waits for the connection");
  await uploadRow(page, "film.mp4").getByRole("button", { name: "Pause film.mp4" }).click();
  await expect(uploadRow(page, "film.mp4")).toContainText("Paused at 8 MB of 24 MB");
  const third = line.fail(/partNumber=3&/, "drop");
  second.end();
  await uploadRow(page, "film.mp4").getByRole("button", { name: "Resume film.mp4" }).click();
  await expect.poll(() => third.times()).toBeGreaterThan(0);
  page.on("dialog", (asked) => void asked.accept());
  await page.reload();
  third.end();
  await arrived(page, 1);
  expect(partsSent(line).toSorted()).toEqual(["1", "2", "3"]);
  await fileLink(page, "film.mp4").click();
  await expect(page.getByText("24 MB").first()).toBeVisible();
});
