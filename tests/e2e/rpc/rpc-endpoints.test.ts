/** Runs the Endpoints tab's examples as copied, with the real clients. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { beforeAll } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { clientAt, richWallet } from "../../support/chains/rpc-cloud.ts";
import { enterRpcTeam } from "../../support/browser/rpc-screens.ts";
import { root } from "../../support/hosting/source-files.ts";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud({ EVM_BLOCK_MS: "20" });
});

test("the examples for curl, ethers and viem work as copied, over HTTP and WebSocket", async ({ page }) => {
  const team = await enterRpcTeam(page, cloud);
  const { userKey } = await team.newKey("VIP", "shop");
  await team.newKey("FREE", "another");
  await page.goto(`${cloud.url}/rpc?tab=endpoints`);
  await expect(page.getByRole("row", { name: /Polygon/ }).first()).toContainText("137");
  await expect(page.getByText(userKey)).toHaveCount(0);
  await page.getByRole("button", { name: "Show key" }).click();
  expect(await complaintsAbout(page)).toEqual([]);

  const example = async (way: string, client: string): Promise<string> => {
    await page.getByRole("radio", { name: way }).check({ force: true });
    await page.getByRole("radio", { name: client }).check({ force: true });
    return (await page.getByLabel(`${client} example`, { exact: true }).textContent())!;
  };
  const module = ["--input-type=module", "-e"];
  const runs = [
    firstLine("sh", ["-c", await example("HTTP", "curl")]),
    firstLine(process.execPath, [...module, await example("HTTP", "ethers")]),
    firstLine(process.execPath, [...module, await example("HTTP", "viem")]),
    firstLine(process.execPath, [...module, await example("WebSocket", "ethers")]),
    firstLine(process.execPath, [...module, await example("WebSocket", "viem")]),
  ];
  expect(await example("WebSocket", "wscat")).toContain(`${team.url(userKey).replace(/^http/, "ws")}'`);
  const all = Promise.all(runs);
  // WebSockets deliver blocks mined later, and each transaction creates a block.
  let isOver = false;
  all.finally(() => (isOver = true)).catch(() => undefined);
  const chain = clientAt(`${cloud.url}/chain/polygon`);
  chain.pollingInterval = 100;
  const wallet = await richWallet(team, chain);
  // The client caches its transaction count for a moment.
  for (let nonce = 0; !isOver; nonce += 1) await (await wallet.sendTransaction({ to: wallet.address, nonce })).wait();
  const lines = await all;
  expect(lines[0]).toMatch(/^\{"jsonrpc":"2\.0","id":1,"result":"0x[0-9a-f]+"\}$/);
  for (const line of lines.slice(1)) expect(line).toMatch(/^\d+n?$/);
});

/** Returns a program's first output and ends it. Rejects with its errors when it prints nothing. */
const firstLine = (command: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root });
    let complaint = "";
    child.stderr.on("data", (data: Buffer) => (complaint += data.toString()));
    createInterface(child.stdout).once("line", (line) => {
      child.kill();
      resolve(line);
    });
    child.once("error", reject);
    child.once("close", () => reject(new Error(`${command} said nothing: ${complaint}`)));
  });
