import { expect, vi } from "vitest";
import { patience } from "./patience.ts";

/** Every engine of a cloud answers. It says that one does not, too, when a busy machine lets it answer late: so it is asked again. */
export const expectReady = (url: string): Promise<void> =>
  vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), patience);
