/**
 * Preloaded into a program: shifts its clock by CLOCK_SHIFT_MS. SIGUSR2 reads the shift again from CLOCK_SHIFT_FILE.
 */
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
