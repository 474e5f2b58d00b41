import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { backPressed, closedHost, hear, invoiceClosed, readMessage, themeChanged, writeMessage } from "./host.ts";
import type { HostEvent, HostState } from "./host.ts";
import type { ThemeName } from "./themes.ts";

export interface LoggedEvent extends HostEvent {
  readonly id: number;
  readonly from: "app" | "host";
  readonly at: Date;
  readonly isUnknown: boolean;
}

const loggedMax = 200;

export interface Host {
  readonly state: HostState;
  readonly events: readonly LoggedEvent[];
  /** A link that the app has opened last. */
  readonly link: string | undefined;
  readonly pressBack: () => void;
  readonly closeInvoice: (status: "paid" | "cancelled" | "failed" | "pending") => void;
  readonly forgetEvents: () => void;
}

/** Talks with the app in a frame as the messaging app does. `launch` changes with each time the app is opened. */
export const useHost = (frame: RefObject<HTMLIFrameElement | null>, launch: string, theme: ThemeName): Host => {
  const held = useRef<Held>({ launch, state: closedHost });
  const [shown, setShown] = useState<Held>({ launch, state: closedHost });
  const [events, setEvents] = useState<readonly LoggedEvent[]>([]);
  const [link, setLink] = useState<string>();
  const nextId = useRef(0);

  const log = useCallback((event: HostEvent, from: LoggedEvent["from"], isUnknown = false) => {
    const logged = { ...event, id: (nextId.current += 1), from, at: new Date(), isUnknown };
    setEvents((before) => [logged, ...before].slice(0, loggedMax));
  }, []);
  const tell = useCallback(
    (event: HostEvent) => {
      log(event, "host");
      post(frame, event);
    },
    [frame, log],
  );
  const keep = useCallback(
    (state: HostState): void => {
      held.current = { launch, state };
      setShown(held.current);
    },
    [launch],
  );

  useEffect(() => {
    if (held.current.state.isReady) tell(themeChanged(theme));
  }, [theme, tell]);
  useEffect(() => {
    const listen = (message: MessageEvent): void => {
      const element = frame.current;
      if (!element || message.source !== element.contentWindow) return;
      const event = readMessage(message.data);
      if (!event) return;
      const { clientWidth: width, clientHeight: height } = element;
      const heard = hear(stateOf(held.current, launch), event, { theme, width, height });
      log(event, "app", heard.isUnknown);
      keep(heard.state);
      if (heard.link !== undefined) setLink(heard.link);
      heard.answers.forEach(tell);
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, [frame, launch, theme, keep, log, tell]);

  return {
    state: stateOf(shown, launch),
    events,
    link,
    pressBack: () => tell(backPressed),
    closeInvoice: (status) => {
      const state = stateOf(held.current, launch);
      if (state.invoice === undefined) return;
      keep({ ...state, invoice: undefined });
      tell(invoiceClosed(state.invoice, status));
    },
    forgetEvents: () => setEvents([]),
  };
};

/** State of an app since it was opened. */
interface Held {
  readonly launch: string;
  readonly state: HostState;
}

const stateOf = ({ launch, state }: Held, now: string): HostState => (launch === now ? state : closedHost);

const post = (frame: RefObject<HTMLIFrameElement | null>, event: HostEvent): void =>
  frame.current?.contentWindow?.postMessage(writeMessage(event), location.origin);
