import { useEffect, useRef } from "react";
import { createStore } from "../../../lib/store.ts";

/** The last uploaded file. */
export const uploaded = createStore<{ readonly bucket: string; readonly key: string } | undefined>(undefined);

const debounceMs = 400;

/** Calls back when files were uploaded to a folder or below it, once per batch. */
export const useUploaded = (bucket: string, prefix: string, changed: () => void): void => {
  const latest = useRef(changed);
  useEffect(() => {
    latest.current = changed;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = uploaded.subscribe(() => {
      const at = uploaded.get();
      if (at?.bucket !== bucket || !at.key.startsWith(prefix)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current();
      }, debounceMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [bucket, prefix]);
};
