/** For what happens soon, but not within a second when the machine is busy: `vi.waitFor(check, patience)`. */
export const patience = { timeout: 60_000, interval: 20 };
