/**
 * Holds back the report of a push (gitprotocol-pack, "Report Status") until the push is stored, and replaces it if that
 * fails. Progress messages pass at once.
 */

const encoder = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from((payload.length + 4).toString(16).padStart(4, "0")), payload]);
const flush = Buffer.from("0000");
/** Fits in side-band and side-band-64k. */
const bandBytesMax = 900;
const reportBand = 1;

/** Splits pkt-lines; a flush is an empty one. */
function* linesOf(bytes: Buffer): Generator<Buffer | undefined> {
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = Number.parseInt(bytes.toString("latin1", at, at + 4), 16);
    yield length < 4 ? undefined : bytes.subarray(at + 4, at + length);
    at += Math.max(length, 4);
  }
}

export const holdReport = () => {
  let buffered: Buffer = Buffer.alloc(0);
  const report: Buffer[] = [];
  let isBanded: boolean | undefined;
  const takeLine = (line: Buffer, payload: Buffer): Buffer | undefined => {
    isBanded ??= payload.length > 0 && payload[0]! <= 3;
    if (!isBanded) report.push(line);
    else if (payload[0] === reportBand) report.push(payload.subarray(1));
    else return line;
    return undefined;
  };
  return {
    /** Returns the bytes that may be sent at once. */
    take(chunk: Buffer): Buffer {
      buffered = Buffer.concat([buffered, chunk]);
      const passed: Buffer[] = [];
      while (buffered.length >= 4) {
        const length = Number.parseInt(buffered.toString("latin1", 0, 4), 16);
        const size = Math.max(length, 4);
        if (buffered.length < size) break;
        const line = buffered.subarray(0, size);
        buffered = buffered.subarray(size);
        // A flush at the end follows the report; one in a report without bands is part of it.
        const passing = length < 4 ? undefined : takeLine(line, line.subarray(4));
        if (passing) passed.push(passing);
      }
      return Buffer.concat(passed);
    },
    /** Returns the report; with `refused`, these references are reported as rejected. */
    end(refused: ReadonlyMap<string, string>): Buffer {
      const whole = Buffer.concat(report);
      if (whole.length === 0) return Buffer.concat([buffered, flush]);
      const text = rejected(whole, refused);
      if (!isBanded) return text;
      const parts: Buffer[] = [];
      for (let at = 0; at < text.length; at += bandBytesMax)
        parts.push(encoder(Buffer.concat([Buffer.from([reportBand]), text.subarray(at, at + bandBytesMax)])));
      return Buffer.concat([...parts, flush]);
    },
  };
};

/** Replaces the results of references, with their options, by rejections. */
const rejected = (report: Buffer, refused: ReadonlyMap<string, string>): Buffer => {
  const lines: Buffer[] = [];
  let isDropped = false;
  for (const line of linesOf(report)) {
    if (!line) continue;
    const [status = "", ref = ""] = line.toString().trimEnd().split(" ");
    isDropped = status === "option" ? isDropped : status === "ok" && refused.has(ref);
    if (!isDropped) lines.push(encoder(line));
    else if (status === "ok") lines.push(encoder(Buffer.from(`ng ${ref} ${refused.get(ref)}\n`)));
  }
  return Buffer.concat([...lines, flush]);
};
