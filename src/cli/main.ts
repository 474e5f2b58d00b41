/** The CLI: `freehold <command>`. Built into one file that runs on Node.js 20 and later. */
import { parseArguments, type Arguments, type CommandName } from "./arguments.ts";
import { deploy } from "./commands/deploy.ts";
import { link } from "./commands/link.ts";
import { list, open } from "./commands/list.ts";
import { logs } from "./commands/logs.ts";
import { login, logout, whoami } from "./commands/session.ts";
import { exitCodes, Failure } from "./failure.ts";
import { helpOf, overview } from "./help.ts";
import { closeConnections } from "./http.ts";
import { print, red, printMessage } from "./terminal.ts";
import { version } from "./version.ts";

const commands: Record<CommandName, (args: Arguments) => Promise<void>> = {
  login,
  logout,
  whoami,
  link,
  deploy,
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
