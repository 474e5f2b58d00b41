/** Measures the start of a server whose database exists, and what each module takes of it: time, and memory when idle. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { withFolder } from "./engines.ts";
import { median, type BenchRow } from "./rows.ts";
import type { Started } from "./servers/start.ts";

const rounds = 5;

export const startBench = (): Promise<BenchRow[]> =>
  withFolder(async (folder) => {
    await chmod(folder, 0o711);
    const data = join(folder, "data");
    // The first start creates the database.
    await start("whole", data);
    const runs: Record<"whole" | "modules" | "bare", Started[]> = { whole: [], modules: [], bare: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const kind of ["whole", "modules", "bare"] as const) runs[kind].push(await start(kind, data));
    process.stdout.write(`${tableOfParts(runs.modules)}\n`);
    const row = (name: string, unit: string, figure: (started: Started) => number): BenchRow => ({
      name,
      unit,
      ours: median(runs.whole.map(figure)),
      floorName: "an empty web server",
      floor: median(runs.bare.map(figure)),
      better: "less",
    });
    return [
      row("start until the first response", "ms", ({ ms }) => ms),
      row("memory when idle, without the database", "MB", ({ residentBytes }) => residentBytes / 1e6),
    ];
  });

const start = async (kind: "whole" | "modules" | "bare", folder: string): Promise<Started> => {
  const child = fork(join(import.meta.dirname, "servers/start.ts"), [kind, folder], { execArgv: ["--expose-gc"] });
  const ended = once(child, "exit");
  const [started] = (await Promise.race([once(child, "message"), ended])) as [Started | number | null];
  if (typeof started !== "object" || started === null) throw new Error(`The start (${kind}) ended without a report.`);
  await ended;
  return started;
};

/** Formats milliseconds and memory of each part, the slowest first. */
const tableOfParts = (runs: readonly Started[]): string => {
  const names = Object.keys(runs[0]!.parts);
  const lines = names.map((name) => {
    const costs = runs.map(({ parts }) => parts[name]!);
    return { name, ms: median(costs.map(({ ms }) => ms)), kilobytes: median(costs.map(({ bytes }) => bytes / 1000)) };
  });
  const width = Math.max(...names.map(({ length }) => length));
  return lines
    .toSorted((a, b) => b.ms - a.ms)
    .map(
      ({ name, ms, kilobytes }) =>
        `${name.padEnd(width)}  ${ms.toFixed(1).padStart(7)} ms  ${Math.round(kilobytes).toLocaleString("en").padStart(8)} kB`,
    )
    .join("\n");
};
