/** Keeps a deployment's log complete: fetches stored lines, receives new ones, and fetches again after every gap. */
import type { LogLine } from "../../../../../resources/hosting/log-line.ts";
import { createStore } from "../../../lib/store.ts";
import { createLogLines } from "./log-lines.ts";

export interface BuildLogEffects {
  /** Fetches the stored lines after a number; `more` if further ones exist. */
  fetch(after: number): Promise<{ readonly items: readonly LogLine[]; readonly more: boolean }>;
  /** Calls back with the socket's events; returns the unsubscribe function. */
  listen(listener: BuildLogListener): () => void;
  /** Runs the work before the next frame. */
  nextFrame(work: () => void): void;
}

export interface BuildLogListener {
  lines(items: readonly LogLine[]): void;
  /** The server stores lines up to this number. */
  stored(seq: number): void;
  reconnected(): void;
}

export interface BuildLogView {
  /** Grows in place; every change creates a new view. */
  readonly lines: readonly LogLine[];
  readonly status: "loading" | "ready" | "failed";
}

export interface BuildLog {
  get(): BuildLogView;
  subscribe(listener: () => void): () => void;
  /** Fetches missing lines; also after a failure. */
  sync(): Promise<void>;
  close(): void;
}

export const createBuildLog = (effects: BuildLogEffects): BuildLog => {
  const log = createLogLines();
  const store = createStore<BuildLogView>({ lines: log.lines, status: "loading" });
  let syncing: Promise<void> | undefined;
  let wanted = false;
  let closed = false;
  let drawing = false;

  const draw = (status = store.get().status) => store.set({ lines: log.lines, status });

  /** Draws once a frame, regardless of the number of batches. */
  const drawSoon = () => {
    if (drawing) return;
    drawing = true;
    effects.nextFrame(() => {
      drawing = false;
      if (!closed) draw();
    });
  };

  const fetchAll = async () => {
    do {
      wanted = false;
      let more = true;
      while (more && !closed) {
        const page = await effects.fetch(log.lastSeq());
        log.addStored(page.items);
        more = page.more && page.items.length > 0;
        drawSoon();
      }
    } while (wanted && !closed);
  };

  const sync = (): Promise<void> => {
    wanted = true;
    syncing ??= fetchAll()
      .then(
        () => !closed && draw("ready"),
        () => !closed && draw("failed"),
      )
      .then(() => (syncing = undefined));
    return syncing;
  };

  const fillGap = () => {
    if (log.hasGap()) void sync();
  };

  const stop = effects.listen({
    lines: (items) => {
      log.addLive(items);
      drawSoon();
      fillGap();
    },
    stored: (seq) => {
      log.expect(seq);
      fillGap();
    },
    reconnected: () => void sync(),
  });

  return {
    get: store.get,
    subscribe: store.subscribe,
    sync,
    close: () => {
      closed = true;
      stop();
    },
  };
};
