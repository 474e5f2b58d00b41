/** Confetti for what a node achieves; its code loads when it is needed, and nothing happens where that fails. */
import { loadChunk } from "../../../lib/async/load-chunk.ts";
import { attempt } from "../../../lib/async/attempt.ts";

const few = 48;

const celebrateWith = async (particles?: number): Promise<void> => {
  const loaded = await attempt(() => loadChunk(() => import("../../../ui/celebration/celebration.ts")));
  if (loaded) loaded.celebrate(particles);
};

/** For what happens every day: a collect. */
export const celebrateLightly = (): Promise<void> => celebrateWith(few);

/** For what happens rarely: a stage, a higher league, a better place. */
export const celebrateFully = (): Promise<void> => celebrateWith();
