/** Events between modules. The publisher declares an event; a listener needs its declaration only. */
import type { Trx } from "../engines/database/database.ts";

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

export interface Events {
  on<Payload, Result>(type: EventType<Payload, Result>, listener: Listener<Payload, Result>): void;
  /** Runs the listeners in the order they registered, and resolves to their results. */
  publish<Payload, Result>(trx: Trx, type: EventType<Payload, Result>, payload: Payload): Promise<Result[]>;
}

/** Creates the events of a process. */
export const createEvents = (): Events => {
  const listeners = new Map<string, Listener<never, unknown>[]>();
  return {
    on: ({ name }, listener) => void listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    publish: async <Payload, Result>(trx: Trx, { name }: EventType<Payload, Result>, payload: Payload) => {
      const results: Result[] = [];
      const heard = (listeners.get(name) ?? []) as unknown as readonly Listener<Payload, Result>[];
      for (const listener of heard) results.push(await listener(trx, payload));
      return results;
    },
  };
};
