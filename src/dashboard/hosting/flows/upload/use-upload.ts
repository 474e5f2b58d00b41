import { useEffect, useState, useSyncExternalStore } from "react";
import { appendUpload, createUpload as createCall, showUpload } from "../../../../../resources/hosting/uploads.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import { isTemporary, send } from "../../../api/client.ts";
import { ApiError, NetworkError } from "../../../api/errors.ts";
import { browserSha256, digestsOf } from "./digests.ts";
import type { UploadFlowState } from "./machine.ts";
import { openUnfinishedUploads } from "./unfinished.ts";
import { createUpload, type Upload, type UploadEffects } from "./upload.ts";

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

/** Uploads handle interruptions themselves, so the client neither retries nor reports errors. */
const options = { retries: 0, silent: true } as const;

const browserUpload = (): UploadEffects => ({
  digests: (items, signal) => digestsOf(items, browserSha256(), signal),
  create: (body) => send(createCall, { body: { kind: body.kind, files: [...body.files] } }),
  show: (uploadId) => send(showUpload, { params: { uploadId }, ...options }),
  append: (uploadId, offset, part, { signal, onSent }) =>
    send(appendUpload, { params: { uploadId }, query: { offset }, body: part, signal, onSent, ...options }),
  isTemporary: (error) => isTemporary(error) || (error instanceof ApiError && error.code === "UPLOAD_OFFSET"),
  wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  unfinished: openUnfinishedUploads(),
  messageOf: (error) => (error instanceof NetworkError ? messages.networkError : (error as Error).message),
  nowMs: () => performance.now(),
});
