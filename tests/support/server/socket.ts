import { io, type Socket } from "socket.io-client";
import { vi } from "vitest";
import { atFileEnd } from "../file-end.ts";
import { patience } from "../patience.ts";

export interface RecordingSocket {
  readonly socket: Socket;
  /** Names of the events since the last `hears`, oldest first. */
  readonly heard: string[];
  /** Resolves once an event of that name arrives; removes it and earlier events. */
  receives(event: string): Promise<void>;
}

/** Opens a socket client that records its events; closed when the test file ends. */
export const recordingSocket = async (url: string, authorization: string): Promise<RecordingSocket> => {
  const socket = io(url, { query: { authorization }, transports: ["websocket"], reconnection: false, forceNew: true });
  atFileEnd(async () => void socket.disconnect());
  const heard: string[] = [];
  socket.onAny((event: string) => heard.push(event));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  const receives = async (event: string): Promise<void> => {
    await vi.waitFor(() => {
      if (!heard.includes(event)) throw new Error(`Heard ${heard.join(", ") || "nothing"}, and no ${event}.`);
    }, patience);
    heard.splice(0, heard.indexOf(event) + 1);
  };
  return { socket, heard, receives };
};
