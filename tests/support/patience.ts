/** For conditions that are met soon, but not within a second on a busy machine: `vi.waitFor(check, patience)`. */
export const patience = { timeout: 90_000, interval: 20 };
