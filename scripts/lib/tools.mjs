/** Programs that npm cannot bring: installed by apt when we are root, else named with the command to run. */
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { capture } from "./processes.mjs";
import { step } from "./terminal.mjs";

const aptTimeoutMs = 600_000;
/** Where servers are installed, whoever looks. */
const systemFolder = "/usr/sbin";

/** What the cloud itself can use. It runs without, but says what is missing. */
export const ensureCloudTools = async () => {
  await ensureTool({ programs: ["git"], aptPackage: "git", without: "repositories cannot be served" });
  await ensureTool({ programs: ["bwrap"], aptPackage: "bubblewrap", without: "repositories cannot be built" });
};

/** What tests need besides: without them those that need them are skipped. */
export const ensureTestTools = async () => {
  await ensureBrowser();
  await ensureTool({ programs: ["pebble"], aptPackage: "pebble", without: "tests of certificates are skipped" });
  await ensureTool({ programs: ["/usr/bin/aws"], aptPackage: "awscli", without: "tests with aws-cli are skipped" });
  await ensureTool({ programs: ["rclone"], aptPackage: "rclone", without: "tests with rclone are skipped" });
  await ensureTool({
    programs: ["/usr/lib/python3/dist-packages/boto3/__init__.py"],
    aptPackage: "python3-boto3",
    without: "tests with boto3 are skipped",
  });
};

/** The headless shell is the same browser without windows: a test costs it two thirds of what it costs the whole one. */
const ensureBrowser = async () => {
  const shell = {
    programs: ["chromium-headless-shell"],
    aptPackage: "chromium-headless-shell",
    without: "tests in the browser take longer",
  };
  if (!(await ensureTool(shell))) await ensureTool({ ...wholeBrowser, without: "tests in the browser are skipped" });
};

const wholeBrowser = { programs: ["chromium", "chromium-browser", "google-chrome"], aptPackage: "chromium" };

/** What the gateway is measured against, and with. */
export const ensureBenchTools = async () => {
  await ensureTool({ ...wholeBrowser, without: "pages are not measured" });
  await ensureTool({ programs: ["nginx"], aptPackage: "nginx", without: "serving is not compared" });
  await ensureTool({ programs: ["wrk"], aptPackage: "wrk", without: "the load comes from Node, which costs more" });
};

/** Finds one of `programs` (names, or paths where the package's own is meant), installing `aptPackage` if need be. Returns whether it is there; never throws. */
const ensureTool = async ({ programs, aptPackage, without }) => {
  if (programs.some(isOnPath)) return true;
  const command = `sudo apt-get install -y ${aptPackage}`;
  const progress = step(aptPackage, "installing");
  if (process.getuid?.() !== 0 || !isOnPath("apt-get")) {
    progress.skip(`not found: ${without} (${command})`);
    return false;
  }
  if (!(await aptInstall(aptPackage))) {
    progress.skip(`could not be installed: ${without} (${command})`);
    return false;
  }
  progress.done("installed");
  return true;
};

const aptInstall = async (name) => {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const apt = (args) => capture("apt-get", ["-q", ...args], { env, timeoutMs: aptTimeoutMs });
  const install = ["install", "-y", "--no-install-recommends", name];
  if ((await apt(install)).code === 0) return true;
  await apt(["update"]);
  return (await apt(install)).code === 0;
};

const isOnPath = (program) =>
  program.startsWith("/")
    ? existsSync(program)
    : [...(process.env.PATH ?? "").split(delimiter), systemFolder].some((folder) => {
        try {
          accessSync(join(folder, program), constants.X_OK);
          return true;
        } catch {
          return false;
        }
      });
