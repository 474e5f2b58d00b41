import type { CommandName } from "./arguments.ts";

export const overview = `Deploys to a Freehold cloud from a terminal or from continuous integration.

  freehold login [host]      sign in with an auth token
  freehold logout [host]     forget the token
  freehold whoami            which cloud and team the token opens
  freehold link              connect this folder with a project
  freehold deploy [dir]      deploy a folder or zip; of a repository's project, build its branch
  freehold logs [taskId]     a deployment's log, of the newest one unless named
  freehold list              the team's projects
  freehold open              the project's address

Everywhere:
  --host <address>           the cloud; FREEHOLD_HOST; else where the folder is linked or you signed in last
  --token <token>            an auth token; better in FREEHOLD_TOKEN
  --json                     the result as JSON on standard output
  --help                     this, or of one command

Exit codes: 0 done, 1 failed, 2 not understood, 3 refused (token or permission), 4 the cloud cannot be reached.
`;

export const helpOf: Record<CommandName, string> = {
  login: `freehold login [host] [--token <token>]

Asks for the cloud's address and an auth token (make one in the dashboard under Auth Token), checks both, and keeps them in
your user's configuration folder, readable by you alone. The token may also come on standard input.
`,
  logout: `freehold logout [host]

Forgets the token of that cloud, or of the one you signed in to last. To make the token useless, delete it in the dashboard.
`,
  whoami: `freehold whoami

Shows the cloud, the team and the name of the token in use.
`,
  link: `freehold link [--project <name or id>] [--create]

Connects this folder with a project by writing .freehold/project.json. Asks which one unless --project names it; --create makes
a project of that name when there is none.
`,
  deploy: `freehold deploy [dir] [--project <name or id>] [--create] [--message <text>] [--branch <name>] [--no-wait]

Deploys a folder (this one unless named) or a zip to the linked project, follows the log and prints the site's address. Files
that have not changed since an earlier deployment are not sent again. Left out are .git, node_modules, .env files, what file
managers leave behind, and what .freeholdignore names (.gitignore when there is none).

A project from a repository takes no folder: its branch is built.

  --project, --create        instead of linking, for continuous integration
  --message, -m              shown with the deployment
  --branch                   of a repository's project: build another branch
  --no-wait                  end once the deployment is queued
`,
  logs: `freehold logs [taskId] [--follow] [--project <name or id>]

Prints a deployment's log, of the newest one of the linked project unless named. --follow (-f) goes on until it has ended.
`,
  list: `freehold list

Lists the team's projects with their state and address.
`,
  open: `freehold open [--project <name or id>]

Prints the project's address, and opens it in the browser when this is a terminal.
`,
};
