/**
 * Computes SHA-256 (FIPS 180-4) of a short message, synchronously. The browser's own digest is asynchronous and missing
 * on plain HTTP hosts other than localhost; this one runs while a user types.
 */
export const sha256 = (message: Uint8Array): Uint8Array => {
  const state = Uint32Array.from(initialState);
  const padded = pad(message);
  for (let offset = 0; offset < padded.byteLength; offset += 64) compress(state, padded, offset);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(index * 4, word));
  return new Uint8Array(digest.buffer);
};

/** Appends the bit 1, zeros and the length in bits, to a multiple of 64 bytes. */
const pad = (message: Uint8Array): DataView => {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  return view;
};

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** Message schedule of the current block; the function is synchronous, so one is enough. */
const words = new Int32Array(64);

const schedule = (block: DataView, offset: number): void => {
  for (let index = 0; index < 16; index += 1) words[index] = block.getInt32(offset + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const early = words[index - 15]!;
    const late = words[index - 2]!;
    const mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[index] = words[index - 16]! + mixedEarly + words[index - 7]! + mixedLate;
  }
};

/**
 * Compresses one block. Separate variables, for speed: a proof of work (boost/flows/boost-captcha) calls this several hundred
 * thousand times.
 */
const compress = (state: Uint32Array, block: DataView, offset: number): void => {
  schedule(block, offset);
  let a = state[0]! | 0;
  let b = state[1]! | 0;
  let c = state[2]! | 0;
  let d = state[3]! | 0;
  let e = state[4]! | 0;
  let f = state[5]! | 0;
  let g = state[6]! | 0;
  let h = state[7]! | 0;
  for (let round = 0; round < 64; round += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const upper = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const lower = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const next = (h + upper + choice + roundConstants[round]! + words[round]!) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + next) | 0;
    d = c;
    c = b;
    b = a;
    a = (next + lower + majority) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
};

const primes = ((): number[] => {
  const found: number[] = [];
  for (let candidate = 2; found.length < 64; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
})();

/** Returns the first 32 bits of a number's fractional part. */
const fraction = (value: number): number => Math.floor((value % 1) * 2 ** 32);
const initialState = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)) | 0);
