// @vitest-environment jsdom
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { arriveBottomPx } from "../../../../resources/limits.ts";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { ArriveBottom } from "./arrive-bottom.tsx";

const { draw, text, press } = componentRenderer();

/** jsdom has no layout: the test simulates the observer's calls. */
let intersect: (isIntersecting: boolean) => Promise<void>;
let margin: string | undefined;
beforeEach(() => {
  intersect = () => Promise.resolve();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void, options: IntersectionObserverInit) {
        margin = options.rootMargin;
        intersect = (isIntersecting) => act(async () => callback([{ isIntersecting }]));
      }
      observe = () => undefined;
      disconnect = () => (intersect = () => Promise.resolve());
    },
  );
});

test("scroll-to-bottom 'Loading...' indicator fires an arrive-bottom event near the page end", async () => {
  const arrive = vi.fn();
  await draw(<ArriveBottom onArriveBottom={arrive} loaded={10} more loading={false} />);
  await intersect(false);
  expect(arrive).not.toHaveBeenCalled();
  await intersect(true);
  expect(arrive).toHaveBeenCalledTimes(1);
  expect(margin).toBe(`0px 0px ${arriveBottomPx}px`);

  await draw(<ArriveBottom onArriveBottom={arrive} loaded={10} more loading />);
  expect(text()).toBe("Loading...");
  await intersect(true);
  expect(arrive).toHaveBeenCalledTimes(1);
});

test("no more rows are requested at the end of the list", async () => {
  const arrive = vi.fn();
  await draw(<ArriveBottom onArriveBottom={arrive} loaded={10} more={false} loading={false} />);
  await intersect(true);
  expect([text(), arrive.mock.calls.length]).toEqual(["", 0]);
});

test("after a failure loading continues only on retry", async () => {
  const arrive = vi.fn();
  await draw(<ArriveBottom onArriveBottom={arrive} loaded={10} more loading={false} error="No answer." />);
  await intersect(true);
  expect(arrive).not.toHaveBeenCalled();
  await press("button");
  expect(arrive).toHaveBeenCalledTimes(1);
});
