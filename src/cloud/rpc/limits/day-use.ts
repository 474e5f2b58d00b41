/** Tracks today's usage (UTC) of keys with a daily cap: the stored usage, read every few seconds, plus usage since. */
export type DayUse = ReturnType<typeof createDayUse>;

interface Deps {
  /** Returns the stored usage, including this process's usage until now. */
  readUnits(keyId: string): Promise<bigint>;
}

interface Day {
  readonly day: number;
  readonly readAt: number;
  stored: number;
  /** Counted by this process since `known` was read. */
  since: number;
}

const freshMs = 5000;
const keysMax = 10_000;

export const createDayUse = ({ readUnits }: Deps) => {
  const days = new Map<string, Day>();
  const reading = new Map<string, Promise<Day>>();
  const today = (): number => Math.floor(Date.now() / 86_400_000);

  /** Usage counted during the read stays counted here: the stored usage may not include it. */
  const read = async (keyId: string): Promise<Day> => {
    const before = days.get(keyId);
    const open = before?.day === today() ? before : undefined;
    const pending = open?.since ?? 0;
    const known = Number(await readUnits(keyId));
    const unsaved = open ? Math.max(0, open.stored + pending - known) : 0;
    const day = {
      day: today(),
      readAt: performance.now(),
      stored: known + unsaved,
      since: (open?.since ?? 0) - pending,
    };
    if (days.size >= keysMax) days.clear();
    days.set(keyId, day);
    return day;
  };

  const current = async (keyId: string): Promise<Day> => {
    const known = days.get(keyId);
    if (known?.day === today() && performance.now() - known.readAt < freshMs) return known;
    const started = reading.get(keyId) ?? read(keyId).finally(() => reading.delete(keyId));
    reading.set(keyId, started);
    return started;
  };

  /** Counts units regardless of the cap, for keys that are slowed down instead. */
  const add = (keyId: string, units: number): (() => void) => {
    const day = days.get(keyId);
    if (!day) return () => undefined;
    day.since += units;
    return () => {
      const now = days.get(keyId);
      if (now?.day === day.day) now.since -= units;
    };
  };

  return {
    add,
    /** Counts units unless the cap is reached. Returns a function that releases them; undefined at the cap. */
    take: async (keyId: string, units: number, cap: bigint): Promise<(() => void) | undefined> => {
      const { stored: known, since } = await current(keyId);
      return BigInt(known + since + units) > cap ? undefined : add(keyId, units);
    },
  };
};
