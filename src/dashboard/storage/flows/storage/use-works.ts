import { useSyncExternalStore } from "react";
import { works, type Work } from "./works.ts";

/** Returns the running work on a bucket's files. */
export const useWorks = (bucket: string): readonly Work[] =>
  useSyncExternalStore(works.subscribe, works.get).filter((work) => work.bucket === bucket);
