import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import {
  backPressed,
  closedHost,
  handleMessage,
  invoiceClosed,
  readMessage,
  themeChanged,
  writeMessage,
  type HostEvent,
  type HostState,
} from "./host.ts";
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
  /** Last external link opened by the app. */
  readonly link: string | undefined;
  readonly goBack: () => void;
  readonly closeInvoice: (status: "paid" | "cancelled" | "failed" | "pending") => void;
  readonly clearEvents: () => void;
}

/** Exchanges messages with the app in a frame, like the messaging app. `launch` changes each time the app is opened. */
export const useHost = (frame: RefObject<HTMLIFrameElement | null>, launch: string, theme: ThemeName): Host => {
  const latest = useRef<LaunchState>({ launch, state: closedHost });
  const [shown, setShown] = useState<LaunchState>({ launch, state: closedHost });
  const [events, setEvents] = useState<readonly LoggedEvent[]>([]);
  const [link, setLink] = useState<string>();
  const nextId = useRef(0);

  const log = useCallback((event: HostEvent, from: LoggedEvent["from"], isUnknown = false) => {
    const logged = { ...event, id: (nextId.current += 1), from, at: new Date(), isUnknown };
    setEvents((before) => [logged, ...before].slice(0, loggedMax));
  }, []);
  const emit = useCallback(
    (event: HostEvent) => {
      log(event, "host");
      post(frame, event);
    },
    [frame, log],
  );
  const setState = useCallback(
    (state: HostState): void => {
      latest.current = { launch, state };
      setShown(latest.current);
    },
    [launch],
  );

  useEffect(() => {
    if (latest.current.state.isReady) emit(themeChanged(theme));
  }, [theme, emit]);
  useEffect(() => {
    const listen = (message: MessageEvent): void => {
      const element = frame.current;
      if (!element || message.source !== element.contentWindow) return;
      const event = readMessage(message.data);
      if (!event) return;
      const { clientWidth: width, clientHeight: height } = element;
      const handled = handleMessage(stateOf(latest.current, launch), event, { theme, width, height });
      log(event, "app", handled.isUnknown);
      setState(handled.state);
      if (handled.link !== undefined) setLink(handled.link);
      handled.answers.forEach(emit);
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, [frame, launch, theme, setState, log, emit]);

  return {
    state: stateOf(shown, launch),
    events,
    link,
    goBack: () => emit(backPressed),
    closeInvoice: (status) => {
      const state = stateOf(latest.current, launch);
      if (state.invoice === undefined) return;
      setState({ ...state, invoice: undefined });
      emit(invoiceClosed(state.invoice, status));
    },
    clearEvents: () => setEvents([]),
  };
};

/** State of an app since a launch. */
interface LaunchState {
  readonly launch: string;
  readonly state: HostState;
}

const stateOf = ({ launch, state }: LaunchState, current: string): HostState =>
  launch === current ? state : closedHost;

const post = (frame: RefObject<HTMLIFrameElement | null>, event: HostEvent): void =>
  frame.current?.contentWindow?.postMessage(writeMessage(event), location.origin);
