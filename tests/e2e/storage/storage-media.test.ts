import { beforeAll } from "vitest";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { fileRow, makeBucket, storageFiles } from "../../support/storage/storage-files.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud()));

test("an audio file plays on its page, an invalid video file shows an error, and a file is dragged out as a download", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  const bucket = await makeBucket(page, url, "theatre");
  const { put } = await storageFiles(page, url, bucket);
  await put("tone.wav", toneWav());
  await put("broken.mp4", "Not a film");
  await page.goto(`${url}/bucket/storage/${bucket}/tone.wav`);
  const sound = page.locator("audio");
  await expect.poll(() => sound.evaluate((element: HTMLAudioElement) => element.duration)).toBe(2);
  await expect(page.getByText(`s3://${bucket}/tone.wav`)).toBeVisible();
  await page.goto(`${url}/bucket/storage/${bucket}/broken.mp4`);
  await expect(page.getByText("This browser can't preview this file. Download it to view it.")).toBeVisible();

  await page.goto(`${url}/bucket/storage/${bucket}/`);
  const row = fileRow(page, "broken.mp4");
  await row.dispatchEvent("pointerdown");
  const dragged = () =>
    row.evaluate((element) => {
      const dataTransfer = new DataTransfer();
      element.dispatchEvent(new DragEvent("dragstart", { bubbles: true, dataTransfer }));
      return dataTransfer.getData("DownloadURL");
    });
  await expect.poll(dragged).toMatch(/^application\/octet-stream:broken\.mp4:http/);
  const reply = await page.request.get((await dragged()).split(":").slice(2).join(":"));
  expect([await reply.text(), reply.headers()["content-disposition"]]).toEqual([
    "Not a film",
    expect.stringContaining(`attachment; filename="broken.mp4"`),
  ]);
});

/** Generates two seconds of a hum: 8,000 one-byte samples per second, with a WAV header. */
const toneWav = (): Buffer => {
  const [rate, seconds, headerBytes] = [8000, 2, 44];
  const wav = Buffer.alloc(headerBytes + rate * seconds, 128);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  for (const [at, value] of [1, 1, rate, 0, rate, 0, 1, 8].entries()) wav.writeUInt16LE(value, 20 + 2 * at);
  wav.write("data", 36);
  wav.writeUInt32LE(rate * seconds, 40);
  for (let at = headerBytes; at < wav.length; at += 1) wav[at] = 128 + Math.round(40 * Math.sin(at / 5));
  return wav;
};
