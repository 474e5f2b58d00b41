/** For conditions that are met soon, but not within a second on a busy machine. The default of `vi.waitFor`. */
export const patience = { timeout: 90_000, interval: 20 };
