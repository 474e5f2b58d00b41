import { runBackupCommand } from "../../../src/cloud/backup/commands.ts";

/**
 * Runs `npm run backup`, `restore`, `verify` or `adopt` in this process, which has loaded their code already. Returns what
 * it says; rejects with its error.
 */
export const backupCommand = async (
  dataDir: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<string> => {
  const said: string[] = [];
  const code = await runBackupCommand(args, { ...process.env, DATA_DIR: dataDir, ...settings }, (text) => {
    said.push(text);
  });
  if (code !== 0) throw new Error(said.join("\n"));
  return said.join("\n");
};
