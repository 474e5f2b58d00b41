/** Splits a stream of output into log lines. */
import { StringDecoder } from "node:string_decoder";
import { logLineBytesMax } from "../../../../resources/limits.ts";

/**
 * Splits UTF-8 output at line ends. A progress line rewritten with carriage returns counts as one line with its last
 * state. A longer line is truncated at the limit; the rest is dropped and not buffered.
 */
export const createLines = (onLine: (line: string) => void) => {
  const decoder = new StringDecoder("utf8");
  let pending = "";
  let afterReturn = false;

  const take = (text: string): void => {
    if (text === "") return;
    if (afterReturn) pending = "";
    afterReturn = false;
    if (pending.length < logLineBytesMax) pending += text.slice(0, logLineBytesMax - pending.length);
  };
  const flush = (): void => {
    onLine(cutToBytes(pending));
    pending = "";
    afterReturn = false;
  };
  const consume = (text: string): void => {
    let from = 0;
    for (const { index, 0: mark } of text.matchAll(/[\r\n]/g)) {
      take(text.slice(from, index));
      if (mark === "\n") flush();
      else afterReturn = true;
      from = index + 1;
    }
    take(text.slice(from));
  };

  return {
    write: (chunk: Buffer): void => consume(decoder.write(chunk)),
    /** Emits a last line without a line end. */
    end: (): void => {
      consume(decoder.end());
      if (pending !== "") flush();
    },
  };
};

const cutToBytes = (line: string): string => {
  if (line.length * 3 <= logLineBytesMax || Buffer.byteLength(line) <= logLineBytesMax) return line;
  const bytes = Buffer.from(line);
  let end = logLineBytesMax;
  while ((bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
};
