/** The CLI: `freehold <command>`. Built into one file that runs on Node.js 20 and later. */
import { parseArguments, type Arguments, type CommandName } from "./arguments.ts";
import { deploy } from "./commands/deploy.ts";
import { link } from "./commands/link.ts";
import { list, open } from "./commands/list.ts";
import { logs } from "./commands/logs.ts";
import { promote } from "./commands/promote.ts";
import { login, logout, whoami } from "./commands/session.ts";
import { exitCodes, Failure } from "./failure.ts";
import { closeConnections } from "./http.ts";
import { print, red, printMessage } from "./terminal.ts";

const commands: Record<CommandName, (args: Arguments) => Promise<void>> = {
  login,
  logout,
  whoami,
  link,
  deploy,
  promote,
  logs,
  list,
  open,
};

const run = async (args: readonly string[]): Promise<void> => {
  const parsed = parseArguments(args);
  const { command, options } = parsed;
  if (options.version) return print(version);
  if (!command || options.help) return print((command ? helpOf[command] : overview).trimEnd());
  await commands[command](parsed);
};

const overview = `Deploys to a Freehold server from a terminal or a CI system.

  freehold login [host]      sign in with an auth token
  freehold logout [host]     remove the saved token
  freehold whoami            show the server and the token's team
  freehold link              link this folder to a project
  freehold deploy [dir]      deploy a folder or zip, or build a repository project's branch
  freehold promote [taskId]  show a preview in production, without a build
  freehold logs [taskId]     show a deployment's log; default: the latest deployment
  freehold list              list the team's projects
  freehold open              open the project's URL

Global options:
  --host <address>           server URL; default: FREEHOLD_HOST, the linked server or the last sign-in
  --token <token>            auth token; FREEHOLD_TOKEN is safer
  --json                     print the result as JSON to standard output
  --help                     show this help, or a command's help

Exit codes: 0 success, 1 failed, 2 invalid usage, 3 rejected (token or permission), 4 server unreachable.
`;

const helpOf: Record<CommandName, string> = {
  login: `freehold login [host] [--token <token>]

Asks for the server's URL and an auth token (create one in the dashboard under Hosting, Auth tokens), checks both, and saves them in
your configuration folder, readable only by you. You can also pass the token on standard input.
`,
  logout: `freehold logout [host]

Removes the saved token of the server, or of your last sign-in. To revoke the token, delete it in the dashboard.
`,
  whoami: `freehold whoami

Shows the server, the team and the name of the current token.
`,
  link: `freehold link [--project <name or id>] [--create]

Links this folder to a project by writing .freehold/project.json. Asks for the project unless --project is set. --create
creates the project if it doesn't exist.
`,
  deploy: `freehold deploy [dir] [--project <name or id>] [--create] [--message <text>] [--branch <name>] [--no-wait]
                       [--secrets]

Deploys a folder (default: the current folder) or a zip to the linked project, follows the log and prints the site's URL. Only
changed files are uploaded. Excluded are .git, node_modules, .env files, files that file managers create, and the patterns in
.freeholdignore.

A repository project takes no folder. Freehold builds its branch.

  --project, --create        select or create a project without linking, for CI
  --message, -m              message shown with the deployment
  --branch                   build another branch of a repository project
  --secrets                  publish files that are usually secret, such as private keys, without asking
  --no-wait                  exit once the deployment is queued
`,
  promote: `freehold promote [taskId] [--branch <name>] [--project <name or id>]

Shows the files of a preview in production at once, without a build. Default: the linked project's newest preview, or that of
--branch. Prints the site's URL.
`,
  logs: `freehold logs [taskId] [--follow] [--project <name or id>]

Prints a deployment's log. Default: the linked project's latest deployment. --follow (-f) continues until the deployment ends.
`,
  list: `freehold list

Lists the team's projects with their state and URL.
`,
  open: `freehold open [--project <name or id>]

Prints the project's URL, and opens it in the browser when run in a terminal.
`,
};

/** The version in package.json, set by the build. */
declare const FREEHOLD_VERSION: string | undefined;

const version = typeof FREEHOLD_VERSION === "string" ? FREEHOLD_VERSION : "development";

process.once("SIGINT", () => {
  printMessage("Stopped. Queued deployments continue. Run freehold logs --follow to watch them.");
  process.exit(exitCodes.interrupted);
});

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  printMessage(`${red("✗")} ${error.message}`);
  process.exitCode = error.exitCode;
} finally {
  closeConnections();
}
