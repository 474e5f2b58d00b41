export interface BufferPool {
  /** How many are out. */
  lent(): number;
  /** Its content is not cleared between uses. */
  take(): Buffer<ArrayBuffer>;
  giveBack(buffer: Buffer<ArrayBuffer>): void;
}

/** Buffers of one size, used again and again: fresh memory for each piece costs more than reading it. More are made, and let go, when many are out. */
export const createBufferPool = (bytes: number, keptMax: number): BufferPool => {
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
      if (free.length < keptMax) free.push(buffer);
    },
  };
};
