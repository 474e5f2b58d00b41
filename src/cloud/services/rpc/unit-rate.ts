/** Compute units a second, of each key. In memory: each process counts its own. */
const windowMs = 1000;
const keysMax = 100_000;

export interface UnitRate {
  /** Milliseconds after which to come again; undefined when the request is within the rate, and counted. */
  take(keyId: string, units: number, perSecond: number): number | undefined;
}

/**
 * `now` in milliseconds. A method that costs more than a whole second's units passes when nothing else was asked in that second, and the
 * seconds after it pay for it.
 */
export const createUnitRate = (now: () => number = () => performance.now()): UnitRate => {
  const windows = new Map<string, { startsAt: number; used: number }>();
  return {
    take: (keyId, units, perSecond) => {
      if (windows.size >= keysMax) windows.clear();
      const window = windows.get(keyId) ?? { startsAt: now(), used: 0 };
      windows.set(keyId, window);
      const passed = Math.floor((now() - window.startsAt) / windowMs);
      window.startsAt += passed * windowMs;
      window.used = Math.max(0, window.used - passed * perSecond);
      if (window.used > 0 && window.used + units > perSecond) {
        const over = Math.max(1, Math.ceil((window.used + units - perSecond) / perSecond));
        const windowsToWait = units > perSecond ? Math.ceil(window.used / perSecond) : over;
        return Math.max(1, Math.ceil(window.startsAt + windowsToWait * windowMs - now()));
      }
      window.used += units;
      return undefined;
    },
  };
};
