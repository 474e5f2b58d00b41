/**
 * Measures how long a site of 1,000 files takes to deploy with the CLI to a separate server: first deployment,
 * unchanged, and one file changed.
 */
import { spawn } from "node:child_process";
import { hash, randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { privateKeyToAccount, generatePrivateKey } from "viem/accounts";
import { compileCommandLine } from "../src/cli/build-plugin.ts";
import { withFolder } from "./engines.ts";
import { race } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const root = join(import.meta.dirname, "..");
const ROUNDS = 7;
const FILES = 1000;
const FOLDERS = 20;
/** 32 KiB per file on average, 32 MB in total: pages, images, scripts. */
const FILE_BYTES_MIN = 1024;
const FILE_BYTES_MAX = 63 * 1024;
const FILES_AT_ONCE = 32;
/** Simulates a site built earlier: files changed within the last two seconds are never taken from the digest cache. */
const SETTLE_MS = 2500;

const paths = Array.from({ length: FILES }, (_, index) => `folder-${index % FOLDERS}/page-${index}.html`);

export const deployBench = (): Promise<BenchRow[]> =>
  withFolder(async (folder) => {
    await chmod(folder, 0o711);
    const cloud = await startCloud(join(folder, "data"));
    try {
      return await measure(folder, cloud.url);
    } finally {
      cloud.child.kill("SIGTERM");
      await once(cloud.child, "exit");
    }
  });

const measure = async (folder: string, url: string): Promise<BenchRow[]> => {
  const site = join(folder, "site");
  const copy = join(folder, "copy");
  const deploy = await commandLine(folder, url);
  const seconds = await race(ROUNDS, {
    // All files are new to the server each time, but not to the file system's cache.
    first: { prepare: () => writeSite(site), run: () => deploy(site) },
    unchanged: { run: () => deploy(site) },
    changed: { prepare: () => writeFile(join(site, paths[0]!), randomBytes(FILE_BYTES_MAX)), run: () => deploy(site) },
    hash: { run: () => eachPath(async (path) => void hash("sha256", await readFile(join(site, path)))) },
    copy: {
      prepare: () => makeFolders(copy),
      run: () => eachPath((path) => copyFile(join(site, path), join(copy, path))),
      clean: () => rm(copy, { recursive: true }),
    },
  });
  const row = (name: string, ours: number, floorName: string, floor: number): BenchRow => ({
    name: `1,000 files, ${name}`,
    unit: "ms",
    ours: ours * 1000,
    floorName,
    floor: floor * 1000,
    better: "less",
  });
  return [
    row("first deploy", seconds.first, "only hashing", seconds.hash),
    row("first deploy", seconds.first, "only copying", seconds.copy),
    row("unchanged deploy", seconds.unchanged, "only hashing", seconds.hash),
    row("unchanged deploy", seconds.unchanged, "first deploy", seconds.first),
    row("one file changed", seconds.changed, "first deploy", seconds.first),
  ];
};

interface CloudChild {
  readonly child: ReturnType<typeof spawn>;
  readonly url: string;
}

const startCloud = async (dataDir: string): Promise<CloudChild> => {
  const env = { ...process.env, PORT: "0", DATA_DIR: dataDir, NODE_ENV: "production" };
  const child = spawn(process.execPath, [join(root, "src/cloud/main.ts")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
      const [, found] = /^Freehold is ready at (\S+)$/m.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error(`The cloud did not start: ${output}`)));
  });
  return { child, url };
};

/** Signs the built CLI in and links it; the returned function deploys a folder and resolves once it is live. */
const commandLine = async (folder: string, url: string): Promise<(site: string) => Promise<void>> => {
  const program = join(folder, "freehold.mjs");
  await writeFile(program, await compileCommandLine(root));
  const env = { ...process.env, FREEHOLD_HOST: url, FREEHOLD_TOKEN: await newToken(url) };
  const run = async (...args: string[]): Promise<void> => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [words] = await Promise.all([text(child.stderr), once(child, "close")]);
    if (child.exitCode !== 0) throw new Error(words);
  };
  await run("link", "--project", "bench", "--create");
  return (site) => run("deploy", site);
};

const newToken = async (url: string): Promise<string> => {
  const account = privateKeyToAccount(generatePrivateKey());
  const call = async <T>(path: string, body?: object, authorization = ""): Promise<T> => {
    const headers = { "content-type": "application/json", authorization };
    const sent = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    return ((await (await fetch(`${url}/api${path}`, sent)).json()) as { data: T }).data;
  };
  const { message, nonce } = await call<{ message: string; nonce: string }>(`/auth/web3code/${account.address}`);
  const signature = await account.signMessage({ message });
  const signed = { signature, nonce, appName: "bench" };
  const { stoken } = await call<{ stoken: string }>(`/auth/web3login/${account.address}`, signed);
  const { accessToken } = await call<{ accessToken: string }>(`/auth/st/${stoken}`, {});
  return (await call<{ token: string }>("/hosting/user/token/new", { name: "bench" }, accessToken)).token;
};

const makeFolders = async (folder: string): Promise<void> => {
  for (let index = 0; index < FOLDERS; index++) await mkdir(join(folder, `folder-${index}`), { recursive: true });
};

const writeSite = async (folder: string): Promise<void> => {
  await makeFolders(folder);
  await eachPath((path) => writeFile(join(folder, path), randomBytes(randomInt(FILE_BYTES_MIN, FILE_BYTES_MAX))));
  await delay(SETTLE_MS);
};

const eachPath = async (work: (path: string) => Promise<void>): Promise<void> => {
  const left = paths.values();
  const next = async (): Promise<void> => {
    for (const path of left) await work(path);
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, next));
};
