/** Loads the denylists of the data folder (denylists/*.deny), and reloads them on changes. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Duty } from "../../../kernel/duties.ts";
import { denylistOf, type Denylist } from "./denylist.ts";
import { parseDenylist, type DenyRule } from "./parse.ts";

export interface DenylistFiles {
  current(): Denylist;
  /** Reloads all files if one has changed. */
  refresh(): Promise<void>;
  /** Adds a listener, called after the lists are reloaded. */
  onChange(listener: () => void): void;
  readonly duties: readonly Duty[];
}

const ENDING = ".deny";
const FILE_BYTES_MAX = 64 * 1024 * 1024;

export const createDenylistFiles = (folder: string, log: Logger): DenylistFiles => {
  let current = denylistOf([]);
  let loadedState = "";
  const listeners: (() => void)[] = [];

  const refresh = async (): Promise<void> => {
    const files = await filesIn(folder);
    const state = files.map(({ path, sizeBytes, changedAtMs }) => `${path} ${sizeBytes} ${changedAtMs}`).join("\n");
    if (state === loadedState) return;
    const rules: DenyRule[] = [];
    for (const { path, sizeBytes } of files) rules.push(...(await read(path, sizeBytes)));
    current = denylistOf(rules);
    loadedState = state;
    listeners.forEach((listener) => listener());
  };

  const read = async (path: string, sizeBytes: number): Promise<readonly DenyRule[]> => {
    if (sizeBytes > FILE_BYTES_MAX) throw new Error(`The denylist ${path} is larger than 64 MiB.`);
    const { rules, ignoredLines } = parseDenylist(await readFile(path, "utf8"));
    log.info({ path, rules: rules.length }, "Loaded a denylist");
    if (ignoredLines.length > 0)
      log.warn(
        { path, lines: ignoredLines.slice(0, 20) },
        `${ignoredLines.length} invalid lines in a denylist were ignored`,
      );
    return rules;
  };

  return {
    current: () => current,
    refresh,
    onChange: (listener) => void listeners.push(listener),
    // If a list can't be read, the previous lists stay in effect.
    duties: [{ name: "Read denylists", every: "3 s", scope: "process", role: "web", run: refresh }],
  };
};

const filesIn = async (folder: string) => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const lists = names.filter((name) => name.endsWith(ENDING)).toSorted();
  return Promise.all(
    lists.map(async (name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path);
      return { path, sizeBytes: size, changedAtMs: mtimeMs };
    }),
  );
};
