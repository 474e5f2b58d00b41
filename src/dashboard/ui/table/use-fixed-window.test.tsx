// @vitest-environment jsdom
import { act, useRef } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useFixedWindow } from "./use-fixed-window.ts";

const [rowPx, fitting, count] = [10, 20, 1000];

const List = () => {
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end, keyOf, onScroll } = useFixedWindow(scroller, count, rowPx);
  return (
    <div ref={scroller} onScroll={onScroll} data-scroller>
      {Array.from({ length: end - first }, (_, offset) => (
        <p key={keyOf(first + offset)}>{first + offset}</p>
      ))}
    </div>
  );
};

let root: Root;
let host: HTMLElement;

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // jsdom has no layout.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(fitting * rowPx);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #told: () => void;
      constructor(callback: () => void) {
        this.#told = callback;
      }
      observe() {
        this.#told();
      }
      disconnect() {
        return undefined;
      }
    },
  );
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
  await act(async () => root.render(<List />));
});

afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
});

const drawn = () => [...host.querySelectorAll("p")];
const numbers = () => drawn().map(({ textContent }) => Number(textContent));
const scrollTo = (row: number) =>
  act(async () => {
    const scroller = host.querySelector("[data-scroller]")!;
    scroller.scrollTop = row * rowPx;
    scroller.dispatchEvent(new Event("scroll"));
  });

test("visible rows are drawn, and some around them", async () => {
  expect([numbers()[0], numbers().at(-1)]).toEqual([0, 35]);
  await scrollTo(500);
  expect([numbers()[0], numbers().at(-1), numbers().length]).toEqual([484, 535, 52]);
  await scrollTo(980);
  expect(numbers().at(-1)).toBe(999);
});

test("a row keeps its element while it is drawn", async () => {
  await scrollTo(100);
  const element = drawn().find(({ textContent }) => textContent === "110");
  for (const row of [105, 90, 95]) await scrollTo(row);
  expect(drawn().find(({ textContent }) => textContent === "110")).toBe(element);
});

test("after a jump the elements of the previous rows are reused for the new ones, in their order", async () => {
  await scrollTo(100);
  const elements = drawn();
  await scrollTo(600);
  expect(drawn().every((element, at) => element === elements[at])).toBe(true);
  expect(numbers()).toEqual(Array.from({ length: 52 }, (_, offset) => 584 + offset));
  await scrollTo(300);
  expect(drawn().every((element, at) => element === elements[at])).toBe(true);
});
