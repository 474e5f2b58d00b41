// @vitest-environment jsdom
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { nodeLand } from "../../../../resources/boost/nodes/land-calls.ts";
import type { Send } from "../../../../resources/declare/call-input.ts";
import { cloudNumbers } from "../../../../resources/operator/overview.ts";
import type { CallSpec } from "../../../../resources/declare/define.ts";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { queryClient } from "../../ui/cached/query-cache.ts";
import { SendContext, SignedInContext } from "./call-context.ts";
import { useCall, type CallOptions } from "./use-call.ts";

const { draw, text } = componentRenderer();
const sent = vi.fn<Send>();

interface ShownProps {
  readonly spec: CallSpec;
  readonly options?: CallOptions<CallSpec>;
}

const Shown = ({ spec, options }: ShownProps) => {
  const { data, error, loading } = useCall(spec, options);
  return <p>{loading ? "loading" : (error?.message ?? JSON.stringify(data) ?? "nothing")}</p>;
};

const screen = ({ signedIn = false, ...shown }: ShownProps & { readonly signedIn?: boolean }) => (
  <SendContext value={sent as Send}>
    <SignedInContext value={signedIn}>
      <Shown {...shown} />
    </SignedInContext>
  </SendContext>
);
const shows = (expected: string) => act(() => vi.waitFor(() => expect(text()).toBe(expected)));

beforeEach(() => {
  sent.mockReset();
  queryClient.clear();
});

test("a page without the shell loads the cache with its first call", async () => {
  sent.mockResolvedValue({ sites: 1 });
  await draw(screen({ spec: cloudNumbers }));
  await shows('{"sites":1}');
  expect(sent).toHaveBeenCalledOnce();
});

test("a call that requires the user's node is made after signing in", async () => {
  sent.mockResolvedValue({ land: "5" });
  await draw(screen({ spec: nodeLand }));
  expect([text(), sent.mock.calls.length]).toEqual(["nothing", 0]);
  await draw(screen({ spec: nodeLand, signedIn: true }));
  await shows('{"land":"5"}');
});

test("a page for anyone shows a failure offline, and recovers with the network", async () => {
  dispatchEvent(new Event("offline"));
  sent.mockRejectedValueOnce(new Error("No network."));
  await draw(screen({ spec: nodeLand, signedIn: true }));
  await shows("No network.");
  sent.mockResolvedValue({ land: "5" });
  dispatchEvent(new Event("online"));
  await shows('{"land":"5"}');
});

test("polling is silent on pages for anyone, and pauses while the page is hidden", async () => {
  const visibility = vi.spyOn(document, "visibilityState", "get");
  sent.mockResolvedValue({ land: "5" });
  await draw(screen({ spec: nodeLand, signedIn: true, options: { pollMs: 20 } }));
  await act(() => vi.waitFor(() => expect(sent.mock.calls.length).toBeGreaterThan(2)));
  expect(sent.mock.lastCall?.[1]).toMatchObject({ silent: true });
  visibility.mockReturnValue("hidden");
  dispatchEvent(new Event("visibilitychange"));
  const before = sent.mock.calls.length;
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(sent.mock.calls.length).toBeLessThanOrEqual(before + 1);
  visibility.mockRestore();
});
