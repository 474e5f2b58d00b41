/** Loaded before a program: its clock is CLOCK_SHIFT_MS ahead of the machine's. SIGUSR2 reads the shift from CLOCK_SHIFT_FILE again. */
import { readFileSync } from "node:fs";

let shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...given);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};

if (process.env.CLOCK_SHIFT_FILE !== undefined)
  process.on("SIGUSR2", () => {
    shiftMs = Number(readFileSync(process.env.CLOCK_SHIFT_FILE, "utf8"));
  });
