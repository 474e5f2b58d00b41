// @vitest-environment jsdom
import { act } from "react";
import { createBrowserRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { useUrlQuery } from "./use-url-query.ts";

const { draw, text } = componentRenderer();

test("of two quick changes of the query, the second keeps the first", async () => {
  history.replaceState(null, "", "/list?page=3");
  let drawnFirst: ReturnType<typeof useUrlQuery> | undefined;
  const List = () => {
    const state = useUrlQuery();
    drawnFirst ??= state;
    return state.query.toString();
  };
  await draw(<RouterProvider router={createBrowserRouter([{ path: "*", Component: List }])} />);
  // Both come from the screen as it was before either.
  await act(async () => drawnFirst!.change({ role: "MEMBER", page: "" }));
  await act(async () => drawnFirst!.change({ family: "AUTH" }));
  expect(text()).toBe("role=MEMBER&family=AUTH");
  await act(async () => drawnFirst!.change({ role: "" }));
  expect(location.search).toBe("?family=AUTH");
});
