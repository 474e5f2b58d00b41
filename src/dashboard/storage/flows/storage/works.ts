/** Work on many files that continues while the user visits other screens: moving and deleting. */
import type { RefusedKey } from "../../../api/s3/objects.ts";
import { attempt } from "../../../lib/async/attempt.ts";
import { isLeaving } from "../../../lib/leaving.ts";
import { createStore } from "../../../lib/store.ts";

export interface Work {
  readonly id: number;
  readonly bucket: string;
  /** "Moving 12 files". */
  readonly title: string;
  readonly done: number;
  /** undefined while unknown. */
  readonly total: number | undefined;
  readonly state: "running" | "failed" | "partly";
  /** Why it failed. */
  readonly problem: string | undefined;
  readonly refused: readonly RefusedKey[];
  /** Runs on the server, whether or not this page follows it. */
  readonly onServer: boolean;
}

export const works = createStore<readonly Work[]>([]);

interface WorkSpec {
  readonly bucket: string;
  readonly title: string;
  readonly total: number | undefined;
  /** Continues after an interruption when it is called again. */
  readonly run: (
    signal: AbortSignal,
    /** Called for every few files; with the total if only the work determines it. */
    onDone: (files: number, total?: number) => void,
  ) => Promise<readonly RefusedKey[]>;
  /** Runs on the server, whether or not this page follows it. */
  readonly onServer?: boolean;
  /** Stops it, if aborting `run` is not enough. */
  readonly stop?: () => Promise<void>;
  /** Called at each end, successful or not. */
  readonly onEnd: (succeeded: boolean) => void;
}

const running = new Map<number, { readonly spec: WorkSpec; stop: AbortController }>();
let lastId = 0;

/** Starts work; it leaves the list when it succeeds. */
export const startWork = (spec: WorkSpec): void => {
  const id = (lastId += 1);
  running.set(id, { spec, stop: new AbortController() });
  const { bucket, title, total, onServer = false } = spec;
  const started = {
    id,
    bucket,
    title,
    total,
    done: 0,
    state: "running",
    problem: undefined,
    refused: [],
    onServer,
  } as const;
  works.set([...works.get(), started]);
  void run(id);
};

/** Continues interrupted work. */
export const retryWork = (id: number): void => {
  const entry = running.get(id);
  if (!entry) return;
  entry.stop = new AbortController();
  change(id, { state: "running", problem: undefined, refused: [] });
  void run(id);
};

export const stopWork = async (id: number): Promise<void> => {
  const entry = running.get(id);
  if (!entry) return;
  const { stop = async () => undefined } = entry.spec;
  // The error is shown already; the work continues.
  const isStopped = await attempt(() => stop().then(() => true));
  if (isStopped) entry.stop.abort(new Error("You stopped this."));
};

/** Removes it from the list; work on the server is no longer followed. */
export const dismissWork = (id: number): void => {
  running.get(id)?.stop.abort(new Error("Dismissed."));
  running.delete(id);
  works.set(works.get().filter((work) => work.id !== id));
};

const run = async (id: number): Promise<void> => {
  const { spec, stop } = running.get(id)!;
  const count = (files: number, total?: number) => {
    const done = (works.get().find((work) => work.id === id)?.done ?? 0) + files;
    change(id, { done, ...(total !== undefined && { total }) });
  };
  if (!spec.onServer) addEventListener("beforeunload", confirmLeaving);
  try {
    const refused = await spec.run(stop.signal, count);
    if (refused.length === 0) dismissWork(id);
    else change(id, { state: "partly", refused });
    spec.onEnd(refused.length === 0);
  } catch (error) {
    change(id, { state: "failed", problem: (error as Error).message });
    spec.onEnd(false);
  } finally {
    if (!works.get().some(({ state, onServer }) => state === "running" && !onServer))
      removeEventListener("beforeunload", confirmLeaving);
  }
};

const change = (id: number, changes: Partial<Work>): void =>
  works.set(works.get().map((work) => (work.id === id ? { ...work, ...changes } : work)));

const confirmLeaving = (event: BeforeUnloadEvent): void => {
  if (!isLeaving()) event.preventDefault();
};
