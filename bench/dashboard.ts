/**
 * The dashboard's first list compared with a bare page with the same libraries, by the page harness in PAGES_BENCH, by
 * default ../shared/bench/pages beside the project. Skipped without that folder.
 */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { median, type BenchRow } from "./rows.ts";

const run = promisify(execFile);
const floor = "floor:+refine5 core";
const root = resolve(import.meta.dirname, "..");
const harness = process.env.PAGES_BENCH ?? resolve(root, "../shared/bench/pages");
const work = join(tmpdir(), "freehold-pages-bench");

/** Required results. Wall times are only reported, since they depend on the machine. */
export const gates = { scriptKb: 160, cpuRatio: 0.6 } as const;

interface Measured {
  readonly target: string;
  readonly round: number;
  readonly error?: string;
  /** Milliseconds from the start of the navigation to the first frame with all rows. */
  readonly ready: number;
  /** Milliseconds of main thread time. */
  readonly cpuTask: number;
  readonly netReady: { readonly js: number };
  readonly hops: readonly { readonly first: boolean; readonly ms: number }[];
}

export const dashboardBench = async (): Promise<BenchRow[]> => {
  if (!existsSync(harness)) return [];
  await prepareHarness();
  const runs = await measure();
  const ours = medians(runs.filter(({ target }) => target === "freehold"));
  const theirs = medians(runs.filter(({ target }) => target === floor));
  const row = (name: string, unit: string, key: keyof typeof ours): BenchRow => {
    return { name, unit, ours: ours[key], floorName: floor, floor: theirs[key], better: "less" };
  };
  checkGates(ours.scriptKb, pairedCpuRatio(runs));
  return [
    row("First list: JavaScript (brotli)", "KB", "scriptKb"),
    row("First list: main thread", "ms", "cpuMs"),
    row("First list: rows in the document", "ms", "rowsMs"),
    row("Route change, warm", "ms", "routeMs"),
  ];
};

/** Copies the harness, which can be read-only, and builds the page to compare with. */
const prepareHarness = async (): Promise<void> => {
  if (existsSync(join(work, "floors/dist/refine-core"))) return;
  mkdirSync(work, { recursive: true });
  cpSync(harness, work, { recursive: true });
  await run("chmod", ["-R", "u+w", work]);
  const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];
  await run("npm", install, { cwd: work });
  await run("npm", install, { cwd: join(work, "floors") });
  await run(process.execPath, ["build.mjs", "refine-core"], { cwd: join(work, "floors") });
};

const measure = async (): Promise<Measured[]> => {
  const results = join(work, "results/dashboard");
  rmSync(results, { recursive: true, force: true });
  const targets = [join(import.meta.dirname, "dashboard/targets.mjs"), join(work, "targets/floors.mjs")].join();
  const options = { targets, only: `freehold,${floor}`, profiles: "none", runs: "7", out: results };
  const env = {
    ...process.env,
    DASHBOARD_DIST: join(root, "dist"),
    DASHBOARD_FIXTURE: join(import.meta.dirname, "dashboard/fixture.mjs"),
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  await run(process.execPath, ["bench.mjs", ...flags], { cwd: work, env, maxBuffer: 1 << 26 });
  return readFileSync(join(results, "runs.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line.includes('"cpuTask"') && !line.includes('"warmup"'))
    .map((line) => JSON.parse(line) as Measured)
    .filter(({ error }) => error === undefined);
};

const medians = (runs: readonly Measured[]) => {
  if (runs.length === 0) throw new Error("No run of the dashboard was measured; is it built (npm start)?");
  return {
    scriptKb: median(runs.map(({ netReady }) => netReady.js / 1024)),
    cpuMs: median(runs.map(({ cpuTask }) => cpuTask)),
    rowsMs: median(runs.map(({ ready }) => ready)),
    routeMs: median(runs.flatMap(({ hops }) => hops.filter(({ first }) => !first).map(({ ms }) => ms))),
  };
};

/** Returns the ratio of pages measured in pairs, one after the other, to exclude other load on the machine. */
const pairedCpuRatio = (runs: readonly Measured[]): number => {
  const cpuOf = (wanted: string, round: number) =>
    runs.find((run) => run.target === wanted && run.round === round)?.cpuTask;
  const ratios = [...new Set(runs.map(({ round }) => round))].flatMap((round) => {
    const [ours, theirs] = [cpuOf("freehold", round), cpuOf(floor, round)];
    return ours === undefined || theirs === undefined ? [] : [ours / theirs];
  });
  return median(ratios);
};

const checkGates = (scriptKb: number, cpuRatio: number): void => {
  const broken = [
    ...(scriptKb > gates.scriptKb ? [`${scriptKb.toFixed(0)} KB of JavaScript, ${gates.scriptKb} at most`] : []),
    ...(cpuRatio > gates.cpuRatio ? [`${cpuRatio.toFixed(2)} × the floor's CPU, ${gates.cpuRatio} at most`] : []),
  ];
  if (broken.length === 0) return;
  process.exitCode = 1;
  process.stderr.write(`The dashboard is over its budget: ${broken.join("; ")}.\n`);
};
