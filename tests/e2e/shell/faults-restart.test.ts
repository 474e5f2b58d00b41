/** A server that is killed and restarted while browsers use it. */
import { messages } from "../../../resources/declare/messages.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { createToken, nameOfToken, openTokenForm, tokenWasCreated } from "../../support/browser/browser-session.ts";
import { preparedDataFolder, startCloudProcess } from "../../support/server/cloud-process.ts";
import { faultProxy } from "../../support/server/fault-proxy.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";

test("a server killed during a session comes back to the same session, form and socket", async ({ page }) => {
  const folder = await preparedDataFolder();
  const first = startCloudProcess(folder);
  const line = await faultProxy(Number(new URL(await first.ready).port));
  await enterAsNewUser(page, line.url);
  await page.goto(`${line.url}/hosting/auth-tokens`);
  await expect.poll(() => line.sockets()).toBe(1);
  await openTokenForm(page);
  await nameOfToken(page).fill("survivor");
  await first.end("SIGKILL");
  line.down();
  await createToken(page);
  await expect(page.getByText(messages.cloudUnreachable)).toBeVisible();
  const second = startCloudProcess(folder);
  line.to(Number(new URL(await second.ready).port));
  line.up();
  const question = page.getByRole("dialog", { name: "Network error" });
  // A slow start exceeds the retries; Retry then sends the same request again.
  const made = page.getByRole("button", { name: "Done" });
  await expect(made.or(question)).toBeVisible();
  if (await question.isVisible()) await question.getByRole("button", { name: "Retry" }).click();
  await tokenWasCreated(page);
  await expect(page.getByRole("row", { name: /survivor/ })).toHaveCount(1);
  await expect.poll(() => line.sockets()).toBe(1);
});
