export type BufferPool = ReturnType<typeof createBufferPool>;

/**
 * Creates a pool of buffers of one size. Allocating memory for each piece costs more than reading it. Allocates more
 * buffers at peaks and frees them afterwards.
 */
export const createBufferPool = (bytes: number, idleMax: number) => {
  const free: Buffer<ArrayBuffer>[] = [];
  let lent = 0;
  return {
    /** Number of buffers in use. */
    lent: (): number => lent,
    /** Its content is not cleared between uses. */
    take(): Buffer<ArrayBuffer> {
      lent++;
      return free.pop() ?? Buffer.allocUnsafeSlow(bytes);
    },
    giveBack(buffer: Buffer<ArrayBuffer>): void {
      lent--;
      if (free.length < idleMax) free.push(buffer);
    },
  };
};
