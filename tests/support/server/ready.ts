import { expect, vi } from "vitest";
import { patience } from "../patience.ts";

/** Waits until every engine is ready. A busy machine can delay an engine's answer, so failures are retried. */
export const expectReady = (url: string): Promise<void> =>
  vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), patience);
