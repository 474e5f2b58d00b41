// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { useUnsavedBlocker, useUnsavedGuard } from "./use-unsaved-guard.ts";

const Shell = () => {
  useUnsavedBlocker();
  return <Outlet />;
};

test("several forms with unsaved changes on one screen ask once, and each discards its own", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const left: string[] = [];
  const FormOf = ({ name, dirty }: { name: string; dirty: boolean }) => {
    useUnsavedGuard(
      () => dirty,
      () => left.push(name),
    );
    return null;
  };
  const forms = (
    <>
      <FormOf name="git" dirty />
      <FormOf name="domains" dirty={false} />
      <FormOf name="build" dirty />
    </>
  );
  const children = [
    { path: "/settings", element: forms },
    { path: "/", element: null },
  ];
  const router = createMemoryRouter([{ Component: Shell, children }], { initialEntries: ["/settings"] });
  const warn = vi.spyOn(console, "warn");
  const confirm = vi.spyOn(dialogs, "confirm").mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(<RouterProvider router={router} />));

  await act(async () => router.navigate("/"));
  expect([confirm.mock.calls.length, left, router.state.location.pathname]).toEqual([1, [], "/settings"]);
  await act(async () => router.navigate("/"));
  expect([confirm.mock.calls.length, left, router.state.location.pathname]).toEqual([2, ["git", "build"], "/"]);
  expect(warn).not.toHaveBeenCalled();
  await act(async () => root.unmount());
});
