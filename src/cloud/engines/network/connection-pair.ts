import { Duplex } from "node:stream";

const pieceBytesMax = 64 * 1024;

interface Remote {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
}

/**
 * Creates a connection within this process: what is written to one end is read from the other. The second end is a server's: it
 * names the client, and counts as encrypted.
 */
export const connectionPair = (remote: Remote): readonly [near: End, far: End] => {
  const [near, far] = [new End(), new End()];
  near.other = far;
  far.other = near;
  return [near, Object.assign(far, remote, { encrypted: true })];
};

/** Has what Node's HTTP client and server, and this server's limits, use of a `net.Socket`. */
class End extends Duplex {
  declare other: End;
  bytesRead = 0;
  bytesWritten = 0;
  /** Ends the write that waits for this end to be read. */
  #onRead: (() => void) | undefined;
  #idle: NodeJS.Timeout | undefined;

  override _read(): void {
    const written = this.#onRead;
    this.#onRead = undefined;
    written?.();
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.bytesWritten += piece.length;
    this.#idle?.refresh();
    this.other.#receive(piece, done);
  }

  /** In pieces: HTTP/2 limits the bytes that wait for all streams of a connection together. */
  #receive(piece: Buffer, done: () => void): void {
    const received = piece.subarray(0, pieceBytesMax);
    const next = (): void =>
      received.length < piece.length ? this.#receive(piece.subarray(pieceBytesMax), done) : done();
    this.bytesRead += received.length;
    this.#idle?.refresh();
    if (received.length === 0 || this.destroyed || this.push(received)) next();
    else this.#onRead = next;
  }

  /** Ends once the other end has read everything, so that destroying this one then loses nothing. */
  override _final(done: () => void): void {
    if (this.other.destroyed || this.other.readableEnded) return done();
    let isDone = false;
    const end = (): void => {
      if (!isDone) done();
      isDone = true;
    };
    this.other.once("end", end).once("close", end);
    this.other.push(null);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#idle);
    this._read();
    // Later: the HTTP parser may be at work.
    setImmediate(() => this.other.destroy());
    done(error);
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once("finish", () => this.destroy());
  }

  /** Emits "timeout" after `ms` in which nothing was read or written; 0 ends that. */
  setTimeout(ms: number, listener?: () => void): this {
    clearTimeout(this.#idle);
    this.#idle = ms > 0 ? setTimeout(() => this.emit("timeout"), ms) : undefined;
    if (listener) this.once("timeout", listener);
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }
}
