import { useEffect, useState, useSyncExternalStore } from "react";
import { appendUpload, createUpload as createCall, showUpload } from "../../../../../resources/hosting/uploads.ts";
import { listedFiles, namesInZip, secretFilesIn } from "../../../../../resources/hosting/secret-files.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import { isTemporary, send } from "../../../api/client.ts";
import { ApiError, NetworkError } from "../../../api/errors.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";
import { browserSha256, digestsOf } from "./digests.ts";
import type { UploadFlowState } from "./machine.ts";
import { manifestOf } from "./manifest.ts";
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

/** The paths of a folder, or of the files in a zip. */
const pathsIn = async (items: readonly UploadItem[]): Promise<readonly string[]> => {
  const [first] = items;
  if (!first || manifestOf(items).kind === "folder") return items.map(({ path }) => path);
  const { file } = first;
  return namesInZip(
    file.size,
    async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  );
};

/** Uploads handle interruptions themselves, so the client neither retries nor reports errors. */
const options = { retries: 0, silent: true } as const;

const browserUpload = (): UploadEffects => ({
  digests: (items, signal) => digestsOf(items, browserSha256(), signal),
  secretsIn: async (items) => secretFilesIn(await pathsIn(items)),
  confirmSecrets: (files) =>
    dialogs.confirm({
      title: files.length === 1 ? "Publish a file that is usually secret?" : "Publish files that are usually secret?",
      text: `Everyone can read the files of a site: ${listedFiles(files)}.`,
      ok: "Publish",
      danger: true,
    }),
  create: ({ kind, files, secrets }) => send(createCall, { body: { kind, files: [...files], secrets } }),
  show: (uploadId) => send(showUpload, { params: { uploadId }, ...options }),
  append: (uploadId, offset, part, { signal, onSent }) =>
    send(appendUpload, { params: { uploadId }, query: { offset }, body: part, signal, onSent, ...options }),
  isTemporary: (error) => isTemporary(error) || (error instanceof ApiError && error.code === "UPLOAD_OFFSET"),
  wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  unfinished: openUnfinishedUploads(),
  messageOf: (error) => (error instanceof NetworkError ? messages.networkError : (error as Error).message),
  nowMs: () => performance.now(),
});
