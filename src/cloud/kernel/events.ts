/**
 * Events between modules. The publisher declares an event; a listener needs its declaration only. Events are published within a
 * transaction, news are told after it, and `everywhere` runs something in every process.
 */
import type { Trx } from "../engines/database/database.ts";
import type { Realtime } from "../engines/realtime/realtime.ts";

/** `Result` is what each listener returns to the publisher: nothing, or what to do after the commit. */
export interface EventType<Payload, Result> {
  readonly name: string;
  /** For the type checker only. */
  readonly listener?: Listener<Payload, Result>;
}

/** Runs in the publisher's transaction, which an error rolls back. */
export type Listener<Payload, Result> = (trx: Trx, payload: Payload) => Promise<Result>;

/** Runs after the commit. */
export type Effect = () => void;

/** Declares an event, named by the capability and what happened: "account.member-changed". */
export const defineEvent = <Payload, Result = void>(name: string): EventType<Payload, Result> => ({ name });

/** Something that has happened and is committed. */
export interface NewsType<Payload> {
  readonly name: string;
  /** For the type checker only. */
  readonly hearer?: Hearer<Payload>;
}

export type Hearer<Payload> = (payload: Payload) => Promise<void> | void;

/** Declares news, named like an event. They stay in the process that tells them. */
export const defineNews = <Payload = void>(name: string): NewsType<Payload> => ({ name });

export interface Events {
  on<Payload, Result>(type: EventType<Payload, Result>, listener: Listener<Payload, Result>): void;
  /** Runs the listeners in the order they registered, and resolves to their results. */
  publish<Payload, Result>(trx: Trx, type: EventType<Payload, Result>, payload: Payload): Promise<Result[]>;
  hear<Payload>(type: NewsType<Payload>, hearer: Hearer<Payload>): void;
  /** Starts all hearers at once, and resolves when they are done. Rejects when one fails. */
  tell<Payload>(type: NewsType<Payload>, payload: Payload): Promise<void>;
}

/** Returns a function that runs `act` in this process at once, and in all others by a signal. Without a subject, anything may have changed. */
export const everywhere = (
  realtime: Pick<Realtime, "signal" | "onSignal">,
  name: string,
  act: (subject?: string) => void,
): ((subject?: string) => void) => {
  realtime.onSignal(name, act);
  return (subject) => {
    act(subject);
    realtime.signal(name, subject);
  };
};

/** Creates the events of a process. */
export const createEvents = (): Events => {
  const listeners = new Map<string, Listener<never, unknown>[]>();
  const hearers = new Map<string, Hearer<never>[]>();
  return {
    on: ({ name }, listener) => void listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    publish: async <Payload, Result>(trx: Trx, { name }: EventType<Payload, Result>, payload: Payload) => {
      const results: Result[] = [];
      const heard = (listeners.get(name) ?? []) as unknown as readonly Listener<Payload, Result>[];
      for (const listener of heard) results.push(await listener(trx, payload));
      return results;
    },
    hear: ({ name }, hearer) => void hearers.set(name, [...(hearers.get(name) ?? []), hearer]),
    tell: async <Payload>({ name }: NewsType<Payload>, payload: Payload) => {
      const heard = (hearers.get(name) ?? []) as unknown as readonly Hearer<Payload>[];
      await Promise.all(heard.map(async (hearer) => hearer(payload)));
    },
  };
};
