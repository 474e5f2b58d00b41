/**
 * The host side of the mini-app protocol for browsers (https://docs.telegram-mini-apps.com/platform/methods): handles the app's messages,
 * its replies and visible state. Independent of the page.
 */
import { themes, type ThemeName } from "./themes.ts";

export interface HostState {
  /** The app has reported that it is ready. */
  readonly isReady: boolean;
  readonly isExpanded: boolean;
  readonly hasBack: boolean;
  /** Color of the bar above the app, if the app has set one. */
  readonly headerColor: string | undefined;
  /** Slug of the open invoice. */
  readonly invoice: string | undefined;
  /** Number of haptic pulses. */
  readonly pulses: number;
  readonly pulse: string;
  readonly isClosed: boolean;
}

export const closedHost: HostState = {
  isReady: false,
  isExpanded: false,
  hasBack: false,
  headerColor: undefined,
  invoice: undefined,
  pulses: 0,
  pulse: "",
  isClosed: false,
};

export interface HostEvent {
  readonly type: string;
  readonly data: unknown;
}

export interface Surroundings {
  readonly theme: ThemeName;
  readonly width: number;
  readonly height: number;
}

export interface HandledMessage {
  readonly state: HostState;
  readonly answers: readonly HostEvent[];
  /** External link to open. */
  readonly link?: string;
  /** The emulator doesn't support this message. */
  readonly isUnknown?: true;
}

/** Handles a message of the app. */
export const handleMessage = (state: HostState, { type, data }: HostEvent, around: Surroundings): HandledMessage => {
  const params = (data ?? {}) as Readonly<Record<string, unknown>>;
  const text = (name: string): string => (typeof params[name] === "string" ? params[name] : "");
  const update = (change: Partial<HostState>): HandledMessage => ({ state: { ...state, ...change }, answers: [] });
  const answer = (...answers: HostEvent[]): HandledMessage => ({ state, answers });
  switch (type) {
    case "iframe_ready":
      return answer({ type: "set_custom_style", data: "" });
    case "web_app_ready":
      return update({ isReady: true });
    case "web_app_expand":
      return { state: { ...state, isExpanded: true }, answers: [viewport({ ...around, isExpanded: true })] };
    case "web_app_request_theme":
      return answer(themeChanged(around.theme));
    case "web_app_request_viewport":
      return answer(viewport({ ...around, isExpanded: state.isExpanded }));
    case "web_app_request_safe_area":
      return answer({ type: "safe_area_changed", data: noInsets });
    case "web_app_request_content_safe_area":
      return answer({ type: "content_safe_area_changed", data: noInsets });
    case "web_app_setup_back_button":
      return update({ hasBack: params["is_visible"] === true });
    case "web_app_set_header_color":
      return update({ headerColor: colorIn(text("color")) });
    case "web_app_trigger_haptic_feedback":
      return update({
        pulses: state.pulses + 1,
        pulse: text("notification_type") || text("impact_style") || text("type"),
      });
    case "web_app_open_invoice":
      return state.invoice === undefined ? update({ invoice: text("slug") }) : answer();
    case "web_app_open_link":
      return { state, answers: [], link: text("url") };
    case "web_app_open_tg_link":
      return { state, answers: [], link: `https://t.me${text("path_full")}` };
    case "web_app_close":
      return update({ isClosed: true });
    case "iframe_will_reload":
    case "web_app_set_background_color":
    case "web_app_set_bottom_bar_color":
    case "web_app_setup_closing_behavior":
    case "web_app_setup_swipe_behavior":
      return answer();
    default:
      return { state, answers: [], isUnknown: true };
  }
};

export const themeChanged = (theme: ThemeName): HostEvent => ({
  type: "theme_changed",
  data: { theme_params: themes[theme] },
});

export const invoiceClosed = (slug: string, status: "paid" | "cancelled" | "failed" | "pending"): HostEvent => ({
  type: "invoice_closed",
  data: { slug, status },
});

export const backPressed: HostEvent = { type: "back_button_pressed", data: undefined };

/** Parses a message between the frames. Returns undefined if it is malformed. */
export const readMessage = (text: unknown): HostEvent | undefined => {
  try {
    const { eventType, eventData } = JSON.parse(String(text)) as { eventType?: unknown; eventData?: unknown };
    return typeof eventType === "string" ? { type: eventType, data: eventData } : undefined;
  } catch {
    return undefined;
  }
};

export const writeMessage = ({ type, data }: HostEvent): string =>
  JSON.stringify({ eventType: type, ...(data !== undefined && { eventData: data }) });

const noInsets = { top: 0, bottom: 0, left: 0, right: 0 };

const viewport = ({ width, height, isExpanded }: Surroundings & { readonly isExpanded: boolean }): HostEvent => ({
  type: "viewport_changed",
  data: { width, height, is_expanded: isExpanded, is_state_stable: true },
});

const colorIn = (text: string): string | undefined => (/^#[\da-f]{6}$/i.test(text) ? text : undefined);
