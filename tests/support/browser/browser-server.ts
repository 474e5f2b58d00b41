/** Global setup of the browser tests: the built dashboard and one headless Chromium, shared by the whole run. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";
import type { TestProject } from "vitest/node";
import { ensureDashboard } from "../../../scripts/lib/dashboard.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Endpoint of the run's browser for Playwright; empty if no browser is installed. */
    browserEndpoint: string;
  }
}

const programs = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** Prevents lookups of hosts outside of this machine. */
const quietFlags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The address bar's popups would run in a separate process that uses half of a profile's memory. */
const popups = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];
/** Features that Playwright disables: with several lists, the browser uses the last one. */
const playwrightsOwn = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];
/** Each page starts a process for the next one: a tenth of a run's processor time. */
const spare = "SpareRendererForSitePerProcess";
const withoutFeatures = `--disable-features=${[...playwrightsOwn, ...popups, spare].join(",")}`;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureDashboard();
  const executablePath = findBrowser();
  if (!executablePath) {
    project.provide("browserEndpoint", "");
    return () => Promise.resolve();
  }
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const server = await chromium.launchServer({ executablePath, args: [...asRoot, ...quietFlags, withoutFeatures] });
  project.provide("browserEndpoint", server.wsEndpoint());
  return () => server.close();
}

/** Finds CHROMIUM, a browser on the PATH, or one installed by Playwright. */
const findBrowser = (): string | undefined => {
  const onPath = programs.flatMap((name) => (process.env.PATH ?? "").split(delimiter).map((dir) => join(dir, name)));
  const candidates = [process.env.CHROMIUM, ...onPath, "/usr/bin/chromium", chromium.executablePath()];
  return candidates.find((path) => path && isExecutable(path));
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
