import { describe, expect, test } from "vitest";
import { idleUpload, nextUpload, type UploadEvent } from "./machine.ts";

const totals = { files: 2, sizeBytes: 100 };
const sent = (sentBytes: number, atMs: number): UploadEvent => ({ type: "sent", sentBytes, sentFiles: 1, atMs });
const after = (...events: UploadEvent[]) => events.reduce(nextUpload, idleUpload);

describe("an upload", () => {
  test("shows bytes, files and speed", () => {
    const state = after({ type: "start", totals }, sent(0, 0), sent(50, 1000));
    expect(state).toMatchObject({ name: "sending", sentBytes: 50, sentFiles: 1, bytesPerSecond: 50, totals });
  });

  test("shows an interruption until bytes flow again", () => {
    const broken = after({ type: "start", totals }, sent(50, 1000), { type: "break" });
    expect(broken).toMatchObject({ interrupted: true, sentBytes: 50, bytesPerSecond: 0 });
    expect(nextUpload(broken, sent(60, 5000))).toMatchObject({ interrupted: false, sentBytes: 60 });
  });

  test("ignores events after a cancel", () => {
    const cancelled = after({ type: "start", totals }, sent(50, 1000), { type: "cancel" });
    expect(cancelled).toBe(idleUpload);
    expect(nextUpload(cancelled, { type: "done", uploadId: "u" })).toBe(idleUpload);
  });

  test("can be restarted after a failure, but not while running", () => {
    const failed = after({ type: "start", totals }, { type: "failed", message: "no" });
    expect(failed).toMatchObject({ name: "failed", message: "no" });
    const again = nextUpload(failed, { type: "start", totals });
    expect(again.name).toBe("starting");
    expect(nextUpload(again, { type: "start", totals })).toBe(again);
  });
});
