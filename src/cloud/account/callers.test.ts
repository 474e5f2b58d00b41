import { pino } from "pino";
import { expect, it, vi } from "vitest";
import { testDatabase } from "../../../tests/support/database/database.ts";
import { atFileEnd } from "../../../tests/support/file-end.ts";
import { openRealtime } from "../engines/realtime/open.ts";
import { createCallers } from "./callers.ts";
import { patience } from "../../../tests/support/patience.ts";

it("cached permissions are cleared in every process at once", async () => {
  const database = await testDatabase();
  const processOf = async (role: "web" | "worker") => {
    const settings = { DATABASE_URL: undefined, ROLE: [role] };
    const realtime = await openRealtime(settings, database, pino({ level: "silent" }));
    atFileEnd(realtime.close);
    return createCallers(realtime);
  };
  const [here, there] = [await processOf("web"), await processOf("worker")];
  const forgotten: string[] = [];
  here.onForget(() => forgotten.push("here"));
  there.onForget(() => forgotten.push("there"));
  here.forget();
  expect(forgotten[0]).toBe("here");
  await vi.waitFor(() => {
    // The other process listens a moment after opening; earlier signals are not received.
    if (!forgotten.includes("there")) here.forget();
    expect(forgotten).toContain("there");
  }, patience);
});
