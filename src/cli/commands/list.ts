/** The commands list and open. */
import type { Arguments } from "../arguments.ts";
import { signedIn } from "../credentials.ts";
import { findLink } from "../project-file.ts";
import { listProjects, selectProject } from "../projects.ts";
import { isInteractive } from "../prompts.ts";
import { print, printJson, printMessage } from "../terminal.ts";

export const list = async ({ options }: Arguments): Promise<void> => {
  const link = findLink(process.cwd());
  const projects = await listProjects(signedIn(options, link?.host));
  if (options.json)
    return printJson(
      projects.map(({ id, name, production, state, online, mainLink }) => ({
        id,
        name,
        production,
        state,
        online,
        url: mainLink,
      })),
    );
  if (projects.length === 0) printMessage("No projects yet. Run freehold link.");
  const width = Math.max(...projects.map(({ name }) => name.length));
  for (const { name, production, state, mainLink } of projects)
    print(`${name.padEnd(width)}  ${production.padEnd(6)}  ${latestOf(state).padEnd(18)}  ${mainLink}`);
};

/** Describes the state of the newest deployment, unless it succeeded. */
const latestOf = (state: string | undefined): string =>
  state === undefined || state === "SUCCESS" ? "" : `latest ${state}`;

export const open = async ({ options }: Arguments): Promise<void> => {
  const link = findLink(process.cwd());
  const { mainLink } = await selectProject(signedIn(options, link?.host), options, link);
  if (options.json) return printJson({ url: mainLink });
  print(mainLink);
  if (isInteractive()) await openInBrowser(mainLink);
};

const openInBrowser = async (url: string): Promise<void> => {
  const { spawn } = await import("node:child_process");
  const [program, ...args] = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] }[process.platform as string] ?? [
    "xdg-open",
  ];
  // The URL has been printed, so a missing browser does no harm.
  spawn(program!, [...args, url], { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
};
