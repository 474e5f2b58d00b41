/**
 * SHA-256 (FIPS 180-4) of a short message, at once. The browser's own digest is asynchronous and missing on plain http
 * hosts other than localhost; this one draws a plan while a person types.
 */
export const sha256 = (message: Uint8Array): Uint8Array => {
  const state = Uint32Array.from(initialState);
  const padded = pad(message);
  for (let offset = 0; offset < padded.byteLength; offset += 64) compress(state, padded, offset);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(index * 4, word));
  return new Uint8Array(digest.buffer);
};

/** Appends the bit 1, zeros and the length in bits, so that the whole is a multiple of 64 bytes. */
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

const schedule = (block: DataView, offset: number): Uint32Array => {
  const words = new Uint32Array(64);
  for (let index = 0; index < 16; index += 1) words[index] = block.getUint32(offset + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const early = words[index - 15]!;
    const late = words[index - 2]!;
    const mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[index] = words[index - 16]! + mixedEarly + words[index - 7]! + mixedLate;
  }
  return words;
};

const compress = (state: Uint32Array, block: DataView, offset: number): void => {
  const words = schedule(block, offset);
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let round = 0; round < 64; round += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const upper = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const lower = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const next = (h + upper + choice + roundConstants[round]! + words[round]!) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + next) | 0, c, b, a, (next + lower + majority) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index]! += word));
};

const primes = ((): number[] => {
  const found: number[] = [];
  for (let candidate = 2; found.length < 64; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
})();

/** The first 32 bits of a number's fractional part. */
const fraction = (value: number): number => Math.floor((value % 1) * 2 ** 32);
const initialState = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const roundConstants = primes.map((prime) => fraction(Math.cbrt(prime)));
