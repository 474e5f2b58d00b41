/** The sending tab: three files at a time, until none are left. */
import { addSample, speedOf, type Sample } from "../../../lib/speed.ts";
import type { FileSource } from "./file-source.ts";
import { nextToSend, toStop } from "./machine.ts";
import type { Live, LiveFiles, Patch, QueuedFile } from "./queued-file.ts";
import { sendFile, type SendEffects } from "./send-file.ts";

/** The state of a file that could not be sent. */
export interface Outcome {
  readonly patch?: Patch;
  /** Pauses all files: no other can be sent before the user acts. */
  readonly pausesAll?: boolean;
  /** The session has ended: this page sends nothing more. */
  readonly halts?: boolean;
}

export interface SendingEffects {
  readonly send: SendEffects;
  outcomeOf(error: unknown): Outcome;
  wantedText(action: "choose" | "allow"): string;
  uploaded(file: QueuedFile): void;
  /** Whether leaving the page requires a confirmation. */
  busy(isBusy: boolean): void;
  nowMs(): number;
}

interface SendingDeps {
  files(): readonly QueuedFile[];
  readonly source: FileSource;
  change(ids: readonly string[], patchOf: (file: QueuedFile) => Patch | undefined): Promise<void>;
  done(file: QueuedFile): void;
  show(live: LiveFiles, bytesPerSecond: number): void;
}

interface Sending {
  /** Starts sending: this tab holds the lock. */
  start(): void;
  /** Applies a changed queue: stops paused and removed files, and starts waiting ones. */
  update(): void;
}

const showEveryMs = 250;

export const createSending = (effects: SendingEffects, deps: SendingDeps): Sending => {
  const jobs = new Map<string, AbortController>();
  let live: Record<string, Live> = {};
  let samples: readonly Sample[] = [];
  let finishedBytes = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isLeader = false;
  let isHalted = false;

  const show = (): void => {
    const sentBytes = finishedBytes + Object.values(live).reduce((sum, one) => sum + one.sentBytes, 0);
    samples = addSample(samples, { atMs: effects.nowMs(), sentBytes });
    deps.show({ ...live }, speedOf(samples));
  };
  const setLive = (id: string, changes: Partial<Live>): void => {
    live[id] = { phase: "sending", sentBytes: 0, ...live[id], ...changes };
  };

  const update = (): void => {
    if (!isLeader || isHalted) return;
    const queue = deps.files();
    const active = new Set(jobs.keys());
    for (const id of toStop(queue, active)) jobs.get(id)!.abort();
    for (const file of nextToSend(queue, active)) void run(file);
    if (jobs.size > 0 === (timer !== undefined)) return;
    effects.busy(jobs.size > 0);
    if (jobs.size > 0) timer = setInterval(show, showEveryMs);
    else {
      clearInterval(timer);
      timer = undefined;
      samples = [];
      finishedBytes = 0;
      deps.show({}, 0);
    }
  };

  const run = async (file: QueuedFile): Promise<void> => {
    const stop = new AbortController();
    const { signal } = stop;
    jobs.set(file.id, stop);
    try {
      const source = await deps.source.of(file);
      if ("required" in source) {
        const patch: Patch = { state: source.required, problem: effects.wantedText(source.required) };
        return await deps.change([file.id], () => patch);
      }
      setLive(file.id, { sentBytes: file.sentBytes });
      // Bytes sent in earlier visits do not count towards the speed.
      finishedBytes -= file.sentBytes;
      await sendFile(file, source.file, effects.send, {
        signal,
        onSent: (sentBytes) => setLive(file.id, { sentBytes, phase: "sending" }),
        onChecking: () => setLive(file.id, { phase: "checking" }),
        onBreak: () => setLive(file.id, { phase: "offline" }),
        savePatch: (patch) => deps.change([file.id], () => patch),
      });
      finishedBytes += file.sizeBytes;
      deps.done(file);
      await deps.change([file.id], () => ({ state: "done", sentBytes: file.sizeBytes, uploadId: undefined }));
      effects.uploaded(file);
    } catch (error) {
      if (!signal.aborted) await settle(file, error);
    } finally {
      jobs.delete(file.id);
      delete live[file.id];
      update();
    }
  };

  const settle = async (file: QueuedFile, error: unknown): Promise<void> => {
    const { patch, pausesAll = false, halts = false } = effects.outcomeOf(error);
    isHalted ||= halts;
    if (patch) await deps.change([file.id], () => patch);
    if (!pausesAll) return;
    const rest = deps.files().map(({ id }) => id);
    await deps.change(rest, ({ state }) => (state === "waiting" ? { state: "paused" } : undefined));
  };

  return {
    update,
    start: () => {
      isLeader = true;
      update();
    },
  };
};
