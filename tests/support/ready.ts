import { expect } from "vitest";

/** Every engine of a cloud answers. It says that one does not, too, when a busy machine lets it answer late: so it is asked again. */
export const expectReady = (url: string): Promise<void> =>
  expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
