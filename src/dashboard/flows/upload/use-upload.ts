import { useEffect, useState, useSyncExternalStore } from "react";
import { browserUpload } from "./browser-upload.ts";
import type { UploadFlowState } from "./machine.ts";
import { createUpload, type Upload } from "./upload.ts";

interface UploadView extends Pick<Upload, "start" | "cancel"> {
  readonly state: UploadFlowState;
}

/** Runs one upload on this screen; leaving the screen cancels it. `start` and `cancel` are stable functions. */
export const useUpload = (): UploadView => {
  const [upload] = useState(() => createUpload(browserUpload()));
  const state = useSyncExternalStore(upload.subscribe, upload.get);
  useEffect(() => upload.cancel, [upload]);
  return { state, start: upload.start, cancel: upload.cancel };
};
