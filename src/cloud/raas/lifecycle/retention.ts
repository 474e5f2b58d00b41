import { rollupKeptSeconds } from "../../../../resources/raas/limits.ts";

/** Returns until when the blocks of a rollup that ends now are kept. */
export const blocksKeptUntil = (now: Date): Date => new Date(now.getTime() + rollupKeptSeconds * 1000);
