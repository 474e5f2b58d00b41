import { useSyncExternalStore } from "react";
import { works, type Work } from "./works.ts";

/** What is being done to the files of a bucket. */
export const useWorks = (bucket: string): readonly Work[] =>
  useSyncExternalStore(works.subscribe, works.get).filter((work) => work.bucket === bucket);
