/**
 * Paces each key to its compute units per second, in memory. Several processes then take the units from limits that they share, so that
 * all together keep to the rate; this is the order of the requests within one process.
 */
const windowMs = 1000;
const keysMax = 100_000;

export type Pace =
  /** Reserved: start after this many milliseconds, 0 for now. */
  | { readonly waitMs: number }
  /** Not reserved: no room within the caller's patience. */
  | { readonly retryAfterMs: number };

export type UnitRate = ReturnType<typeof createUnitRate>;

/**
 * Reserves units in the first one-second window that has room, in the order of arrival. A burst is spread over the next seconds
 * instead of being refused: clients retry badly. A method that costs more than a second's units takes a whole window, and the
 * windows after it pay for it. `now` is in milliseconds.
 */
export const createUnitRate = (now: () => number = () => performance.now()) => {
  const windows = new Map<string, { startsAt: number; used: number }>();
  return {
    reserve: (keyId: string, units: number, perSecond: number, patienceMs: number): Pace => {
      if (windows.size >= keysMax) windows.clear();
      const window = windows.get(keyId) ?? { startsAt: now(), used: 0 };
      windows.set(keyId, window);
      const passed = Math.floor((now() - window.startsAt) / windowMs);
      window.startsAt += passed * windowMs;
      window.used = Math.max(0, window.used - passed * perSecond);
      const hasRoom = window.used % perSecond === 0 || (window.used % perSecond) + units <= perSecond;
      const windowsAhead = (hasRoom ? Math.floor : Math.ceil)(window.used / perSecond);
      const waitMs = windowsAhead === 0 ? 0 : Math.max(1, Math.ceil(window.startsAt + windowsAhead * windowMs - now()));
      if (waitMs > patienceMs) return { retryAfterMs: waitMs };
      window.used = (hasRoom ? window.used : windowsAhead * perSecond) + units;
      return { waitMs };
    },
  };
};
