/**
 * `npm run backup [-- --to FOLDER]`, `npm run restore [-- --from FOLDER] [--at TIME]`, `npm run verify [-- --from FOLDER]`,
 * `npm run adopt`.
 */
import { existsSync } from "node:fs";
import { runBackupCommand } from "./commands.ts";

const say = (text: string): void => void process.stdout.write(`${text}\n`);

if (existsSync(".env")) process.loadEnvFile(".env");
try {
  process.exitCode = await runBackupCommand(process.argv.slice(2), process.env, say);
} catch (error) {
  say(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
