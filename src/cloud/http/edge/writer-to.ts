import type { ServerResponse } from "node:http";
import type { Transform } from "node:stream";

export type Take = (bytes: Uint8Array) => Promise<void>;

/** Writes, and resolves once the bytes are sent; rejects if the client disconnects. */
export const writerTo = (target: ServerResponse | Transform): Take => {
  let abandon: (error: Error) => void = () => undefined;
  target.once("close", () => abandon(clientWent()));
  return (bytes) =>
    new Promise((resolve, reject) => {
      abandon = reject;
      if (target.destroyed) return reject(clientWent());
      target.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
};

/** The code distinguishes disconnects from internal errors. */
const clientWent = (): Error =>
  Object.assign(new Error("The client disconnected."), { code: "ERR_STREAM_PREMATURE_CLOSE" });
