/** Shares places fairly: keys that wait take turns, so that one with many requests can't keep out the others. */
export interface Turns<Place> {
  /** Resolves with a place when it is this key's turn. Rejects with the signal's reason if it aborts before. */
  take(key: string, signal: AbortSignal): Promise<Place>;
  give(place: Place): void;
}

interface Waiting<Place> {
  readonly start: (place: Place) => void;
}

export const createTurns = <Place>(places: readonly Place[]): Turns<Place> => {
  const free = [...places];
  /** In the order in which the keys are served next. */
  const queues = new Map<string, Waiting<Place>[]>();
  const give = (place: Place): void => {
    const [next] = queues;
    if (!next) return void free.push(place);
    const [key, queue] = next;
    queues.delete(key);
    const [first, ...rest] = queue;
    if (rest.length > 0) queues.set(key, rest);
    first!.start(place);
  };
  const leave = (key: string, waiting: Waiting<Place>): void => {
    const rest = (queues.get(key) ?? []).filter((one) => one !== waiting);
    if (rest.length > 0) queues.set(key, rest);
    else queues.delete(key);
  };
  return {
    take: async (key, signal) => {
      signal.throwIfAborted();
      const place = free.shift();
      if (place !== undefined) return place;
      return new Promise((resolve, reject) => {
        const abort = (): void => {
          leave(key, waiting);
          reject(signal.reason as Error);
        };
        const waiting: Waiting<Place> = {
          start: (given) => {
            signal.removeEventListener("abort", abort);
            resolve(given);
          },
        };
        queues.set(key, [...(queues.get(key) ?? []), waiting]);
        signal.addEventListener("abort", abort, { once: true });
      });
    },
    give,
  };
};
