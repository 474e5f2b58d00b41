/**
 * Encrypts streams in pieces by AES-256-GCM, each file under a separate key, derived from BACKUP_KEY, a random salt and the file's name.
 * A piece can't be changed, left out, moved within its file or to another file without being noticed (STREAM construction).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const magic = Buffer.from("FHB1");
const saltBytes = 16;
const tagBytes = 16;
const pieceBytes = 1024 * 1024;

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Yields the encrypted file. */
export async function* seal(secret: string, name: string, plain: Bytes): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const key = keyOf(secret, name, salt);
  yield Buffer.concat([magic, salt]);
  for await (const { at, isLast, bytes } of pieces(plain, pieceBytes)) {
    const cipher = createCipheriv(algorithm, key, nonce(at, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Yields the content of an encrypted file. Throws if the key is another one or the file was changed or is incomplete. */
export async function* open(secret: string, name: string, sealed: Bytes): AsyncGenerator<Buffer> {
  const { head, rest } = await split(sealed, magic.length + saltBytes);
  if (!head.subarray(0, magic.length).equals(magic)) throw new Error(`${name} is not an encrypted backup file.`);
  const key = keyOf(secret, name, head.subarray(magic.length));
  for await (const { at, isLast, bytes } of pieces(rest, pieceBytes + tagBytes)) {
    const end = bytes.length - tagBytes;
    try {
      const decipher = createDecipheriv(algorithm, key, nonce(at, isLast)).setAuthTag(bytes.subarray(Math.max(end, 0)));
      yield Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
    } catch (error) {
      throw new Error(`${name} can't be decrypted: it is damaged or was encrypted with another key.`, { cause: error });
    }
  }
}

const keyOf = (secret: string, name: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, `freehold backup ${name}`, 32));

const nonce = (at: number, isLast: boolean): Buffer => {
  const iv = Buffer.alloc(12);
  iv.writeBigUInt64BE(BigInt(at), 0);
  iv[11] = isLast ? 1 : 0;
  return iv;
};

interface Piece {
  readonly at: number;
  /** Exactly one piece, possibly empty, is the last. */
  readonly isLast: boolean;
  readonly bytes: Buffer;
}

/** Cuts a stream into pieces of one size; the last may be shorter. */
async function* pieces(source: Bytes, sizeBytes: number): AsyncGenerator<Piece> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let at = 0;
  for await (const chunk of source) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes <= sizeBytes) continue;
    const all = Buffer.concat(held);
    let offset = 0;
    // A full piece waits for the next byte: it may be the last.
    for (; all.length - offset > sizeBytes; offset += sizeBytes)
      yield { at: at++, isLast: false, bytes: all.subarray(offset, offset + sizeBytes) };
    held = [all.subarray(offset)];
    heldBytes = all.length - offset;
  }
  yield { at, isLast: true, bytes: Buffer.concat(held) };
}

const split = async (source: Bytes, sizeBytes: number): Promise<{ head: Buffer; rest: AsyncGenerator<Uint8Array> }> => {
  const chunks = (async function* () {
    yield* source;
  })();
  let head = Buffer.alloc(0);
  while (head.length < sizeBytes) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const rest = (async function* () {
    yield head.subarray(sizeBytes);
    yield* chunks;
  })();
  return { head: head.subarray(0, sizeBytes), rest };
};
