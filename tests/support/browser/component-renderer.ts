/** Renders components into jsdom's document, one tree per test; needs `@vitest-environment jsdom`. */
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, vi } from "vitest";

/** Call once per test file. */
export const componentRenderer = () => {
  let root: Root;
  let host: HTMLElement;

  beforeEach(() => {
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    host = document.body.appendChild(document.createElement("div"));
    root = createRoot(host);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    host.remove();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const find = <E extends HTMLElement = HTMLElement>(selector: string): E => {
    const found = host.querySelector<E>(selector);
    if (!found) throw new Error(`No match for ${selector} in ${host.innerHTML}`);
    return found;
  };
  return {
    draw: (node: ReactNode) => act(async () => root.render(node)),
    find,
    all: (selector: string): HTMLElement[] => [...host.querySelectorAll<HTMLElement>(selector)],
    text: () => host.textContent,
    press: (selector: string) => act(async () => find(selector).click()),
  };
};
