export interface BufferPool {
  /** Number of buffers in use. */
  lent(): number;
  /** Its content is not cleared between uses. */
  take(): Buffer<ArrayBuffer>;
  giveBack(buffer: Buffer<ArrayBuffer>): void;
}

/**
 * Creates a pool of buffers of one size. Allocating memory for each piece costs more than reading it. Allocates more
 * buffers at peaks and frees them afterwards.
 */
export const createBufferPool = (bytes: number, idleMax: number): BufferPool => {
  const free: Buffer<ArrayBuffer>[] = [];
  let lent = 0;
  return {
    lent: () => lent,
    take() {
      lent++;
      return free.pop() ?? Buffer.allocUnsafeSlow(bytes);
    },
    giveBack(buffer) {
      lent--;
      if (free.length < idleMax) free.push(buffer);
    },
  };
};
