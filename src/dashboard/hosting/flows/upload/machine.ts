/** States of an upload. */
import { addSample, speedOf, type Sample } from "../../../lib/speed.ts";

export interface UploadTotals {
  readonly files: number;
  readonly sizeBytes: number;
}

export type UploadFlowState =
  | { readonly name: "idle" }
  | { readonly name: "starting"; readonly totals: UploadTotals }
  | Sending
  | { readonly name: "done"; readonly uploadId: string; readonly totals: UploadTotals }
  | { readonly name: "failed"; readonly message: string; readonly totals: UploadTotals };

export interface Sending {
  readonly name: "sending";
  readonly totals: UploadTotals;
  readonly sentBytes: number;
  readonly sentFiles: number;
  readonly bytesPerSecond: number;
  /** The connection was interrupted; it continues by itself. */
  readonly interrupted: boolean;
  readonly samples: readonly Sample[];
}

export type UploadEvent =
  | { readonly type: "start"; readonly totals: UploadTotals }
  | { readonly type: "sent"; readonly sentBytes: number; readonly sentFiles: number; readonly atMs: number }
  | { readonly type: "break" }
  | { readonly type: "done"; readonly uploadId: string }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "cancel" };

export const idleUpload: UploadFlowState = { name: "idle" };

export const nextUpload = (state: UploadFlowState, event: UploadEvent): UploadFlowState => {
  if (event.type === "cancel") return idleUpload;
  if (event.type === "start") return isRunning(state) ? state : { name: "starting", totals: event.totals };
  if (!isRunning(state)) return state;
  const { totals } = state;
  switch (event.type) {
    case "sent":
      return sending(state, event);
    case "break":
      return state.name === "sending" ? { ...state, interrupted: true, bytesPerSecond: 0, samples: [] } : state;
    case "done":
      return { name: "done", uploadId: event.uploadId, totals };
    case "failed":
      return { name: "failed", message: event.message, totals };
  }
};

const isRunning = (state: UploadFlowState) => state.name === "starting" || state.name === "sending";

const sending = (
  state: Extract<UploadFlowState, { readonly name: "starting" | "sending" }>,
  { sentBytes, sentFiles, atMs }: Extract<UploadEvent, { readonly type: "sent" }>,
): Sending => {
  const samples = addSample(state.name === "sending" ? state.samples : [], { atMs, sentBytes });
  return {
    name: "sending",
    totals: state.totals,
    sentBytes,
    sentFiles,
    bytesPerSecond: speedOf(samples),
    interrupted: false,
    samples,
  };
};
