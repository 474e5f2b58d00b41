/** The connection itself, by socket.io: loaded once the page is idle. */
import { io } from "socket.io-client";
import { socketRetryMs, socketRetryMsMax } from "../../../resources/limits.ts";
import { settled } from "../lib/async/at-rest.ts";
import { session } from "./session/session.ts";

/** Forwards the server's events and keeps the connection open: reconnects with the current token. */
export const openSocket = (emit: (name: string, payload: unknown) => void): void => {
  let authenticatedAs = tokenNow();
  let wasConnected = false;
  const socket = io({
    path: "/socket.io",
    transports: ["websocket", "polling"],
    query: { authorization: authenticatedAs },
  });
  const authenticate = () => {
    authenticatedAs = tokenNow();
    socket.io.opts.query = { authorization: authenticatedAs };
  };
  const again = reconnecting(() => {
    authenticate();
    socket.disconnect().connect();
  });
  const refused = (): void => {
    emit("refused", undefined);
    again.later();
  };
  socket.io.on("reconnect_attempt", authenticate);
  socket.onAny(emit);
  socket.on("connect", () => {
    again.reset();
    if (wasConnected) emit("connected", undefined);
    // The page is drawn before its socket opens. Changes in between are rare, so fetching them can wait.
    else void settled().then(() => emit("connected", undefined));
    wasConnected = true;
  });
  // In these two cases socket.io does not reconnect by itself: the server closed or refused the connection.
  socket.on("disconnect", (reason) => reason === "io server disconnect" && refused());
  socket.on("connect_error", () => !socket.active && refused());
  session.subscribe(() => tokenNow() !== authenticatedAs && tokenNow() !== "" && again.now());
};

const tokenNow = (): string => {
  const { team, token } = session.get();
  return team?.token ?? token ?? "";
};

/** Reconnects at once, or with exponential backoff. */
const reconnecting = (connectAgain: () => void) => {
  let delayMs = socketRetryMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = (): void => {
    clearTimeout(timer);
    timer = undefined;
    connectAgain();
  };
  return {
    now,
    later: (): void => {
      timer ??= setTimeout(now, delayMs);
      delayMs = Math.min(delayMs * 2, socketRetryMsMax);
    },
    reset: (): void => void (delayMs = socketRetryMs),
  };
};
