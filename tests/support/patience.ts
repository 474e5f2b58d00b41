/** For what happens soon, but not within a second when the machine is busy: `vi.waitFor(check, patience)`. */
export const patience = { timeout: 30_000, interval: 20 };
