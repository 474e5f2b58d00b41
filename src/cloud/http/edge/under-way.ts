/**
 * Tracks work in progress: requests from the first header to the last byte of the response, and messages of WebSockets.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

interface Entry {
  route: string;
}

export interface UnderWay {
  /** Counts a request until its response has ended or its client has disconnected. */
  begin(request: IncomingMessage, response: ServerResponse, route: string): void;
  /** Sets the route of a request once it is known. */
  name(request: IncomingMessage, route: string): void;
  /** Counts other work that a client waits for. */
  during<T>(route: string, work: Promise<T>): Promise<T>;
  count(): number;
  /** Returns the responses that have not ended. */
  answers(): Iterable<ServerResponse>;
  /** Returns the routes in progress, and those that ended since the last `forgetEnded`. */
  routes(): string[];
  /** Forgets ended routes; called regularly. */
  forgetEnded(): void;
  readonly isDraining: boolean;
  /** Called once, when the server starts to drain. */
  onDrain(listener: () => void): void;
  /** Starts to drain: from now on, each response closes its connection. */
  announce(): void;
  /** Resolves when nothing is in progress, or after `patienceMs`. */
  drained(patienceMs: number): Promise<void>;
}

const endedMax = 500;

export const createUnderWay = (): UnderWay => {
  const entries = new Map<object, Entry>();
  const answers = new Set<ServerResponse>();
  const listeners: (() => void)[] = [];
  let ended: Entry[] = [];
  let draining = false;
  let onIdle: (() => void) | undefined;

  const end = (key: object): void => {
    const entry = entries.get(key);
    if (!entry || !entries.delete(key)) return;
    if (ended.length < endedMax) ended.push(entry);
    if (entries.size === 0) onIdle?.();
  };

  return {
    begin(request, response, route) {
      entries.set(request, { route });
      // The Connection header is written with the first byte of the response, which may still be pending.
      if (draining) response.shouldKeepAlive = false;
      answers.add(response);
      response.once("close", () => {
        answers.delete(response);
        end(request);
      });
    },
    name(request, route) {
      const entry = entries.get(request);
      if (entry) entry.route = route;
    },
    during(route, work) {
      const key = {};
      entries.set(key, { route });
      return work.finally(() => end(key));
    },
    count: () => entries.size,
    answers: () => answers,
    routes: () => [...new Set([...ended, ...entries.values()].map(({ route }) => route))],
    forgetEnded: () => {
      if (ended.length > 0) ended = [];
    },
    get isDraining() {
      return draining;
    },
    onDrain: (listener) => void listeners.push(listener),
    announce: () => {
      if (draining) return;
      draining = true;
      for (const response of answers) response.shouldKeepAlive = false;
      for (const listener of listeners) listener();
    },
    drained: (patienceMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, patienceMs);
        onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
        if (entries.size === 0) onIdle();
      }),
  };
};
