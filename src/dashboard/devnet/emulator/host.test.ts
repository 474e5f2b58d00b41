import { describe, expect, it } from "vitest";
import { closedHost, handleMessage, readMessage, writeMessage } from "./host.ts";
import { themes } from "./themes.ts";

const around = { theme: "dark", width: 390, height: 700 } as const;
const said = (type: string, data?: unknown, state = closedHost) => handleMessage(state, { type, data }, around);

describe("the emulated messaging app", () => {
  it("answers requests of the app", () => {
    expect(said("web_app_request_theme").answers).toEqual([
      { type: "theme_changed", data: { theme_params: themes.dark } },
    ]);
    expect(said("web_app_request_viewport").answers).toMatchObject([
      { type: "viewport_changed", data: { width: 390, height: 700, is_expanded: false } },
    ]);
  });

  it("shows one invoice at a time, and the back button on request", () => {
    const { state } = said("web_app_open_invoice", { slug: "one" });
    expect(said("web_app_open_invoice", { slug: "two" }, state).state.invoice).toBe("one");
    expect(said("web_app_setup_back_button", { is_visible: true }).state.hasBack).toBe(true);
    expect(said("web_app_setup_back_button", { is_visible: "yes" }).state.hasBack).toBe(false);
  });

  it("rejects invalid colors and links, and reports unsupported methods", () => {
    expect(said("web_app_set_header_color", { color: "red;background:url(x)" }).state.headerColor).toBeUndefined();
    expect(said("web_app_open_tg_link", { path_full: "/x" }).link).toBe("https://t.me/x");
    expect(said("web_app_open_popup").isUnknown).toBe(true);
  });

  it("reads the app's messages and nothing else", () => {
    expect(readMessage(writeMessage({ type: "a", data: { b: 1 } }))).toEqual({ type: "a", data: { b: 1 } });
    for (const wrong of ["", "{", "null", "{}", '{"eventType":1}', undefined, 7])
      expect(readMessage(wrong)).toBeUndefined();
  });
});
