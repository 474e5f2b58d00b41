import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { chunkRetryDelayMs, chunkTimeoutMs } from "../../../../resources/limits.ts";
import { ChunkLoadError, isChunkLoadError, loadChunk } from "./load-chunk.ts";

const failed = new TypeError("Failed to fetch dynamically imported module: http://localhost/assets/page.js");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("code loaded on demand", () => {
  test("chunk load failure after 120 seconds shows as a ChunkLoadError", async () => {
    const outcome = expect(loadChunk(() => new Promise(() => undefined))).rejects.toBeInstanceOf(ChunkLoadError);
    await vi.advanceTimersByTimeAsync(chunkTimeoutMs - 1);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await outcome;
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is requested once more after a failure", async () => {
    const load = vi.fn().mockRejectedValueOnce(failed).mockResolvedValueOnce("page");
    const loading = loadChunk(load);
    await vi.advanceTimersByTimeAsync(chunkRetryDelayMs);
    expect(await loading).toBe("page");
  });

  test("a second failure is a ChunkLoadError with the browser's message", async () => {
    const outcome = loadChunk(() => Promise.reject(failed)).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(chunkRetryDelayMs);
    const error = await outcome;
    expect(error).toBeInstanceOf(ChunkLoadError);
    expect(error).toMatchObject({ message: failed.message });
    expect(isChunkLoadError(error)).toBe(true);
  });

  test("an error of the code itself is not retried", async () => {
    const load = vi.fn().mockRejectedValue(new Error("x is not defined"));
    await expect(loadChunk(load)).rejects.toThrow("x is not defined");
    expect(load).toHaveBeenCalledOnce();
    expect(isChunkLoadError(new Error("x is not defined"))).toBe(false);
  });
});
