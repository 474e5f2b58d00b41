/** Keeps a deployment's log complete: asks for what is stored, hears what comes, and asks again after every gap. */
import type { LogLine } from "../../../../resources/hosting/log-line.ts";
import { createStore } from "../../lib/store.ts";
import { createLogLines } from "./log-lines.ts";

export interface BuildLogEffects {
  /** Stored lines after that number; `more` when there are further ones. */
  fetch(after: number): Promise<{ readonly items: readonly LogLine[]; readonly more: boolean }>;
  /** Calls back with what the socket brings; returns the way to stop. */
  listen(listener: BuildLogListener): () => void;
  /** Runs the work before the next picture is drawn. */
  nextFrame(work: () => void): void;
}

export interface BuildLogListener {
  lines(items: readonly LogLine[]): void;
  /** The cloud holds lines up to this number. */
  stored(seq: number): void;
  reconnected(): void;
}

export interface BuildLogView {
  /** Grows in place; every change of it is a new view. */
  readonly lines: readonly LogLine[];
  readonly status: "loading" | "ready" | "failed";
}

export interface BuildLog {
  get(): BuildLogView;
  subscribe(listener: () => void): () => void;
  /** Asks for what is missing; also after a failure. */
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

  /** However many batches arrive, the screen is drawn once a frame. */
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
