// @vitest-environment jsdom
import { AxiosError } from "axios";
import { describe, expect, test, vi } from "vitest";
import { projects } from "../../../resources/hosting/projects.ts";
import { errorPauseMs } from "../../../resources/limits.ts";
import { messages } from "../../../resources/declare/messages.ts";
import { apiWire, authFor, refused } from "../../../tests/support/server/api-wire.ts";
import { isHandledElsewhere } from "../framework/data/handled-errors.ts";

const { wire, sent, openPage } = apiWire();

describe("session errors", () => {
  test("10 ms pause before error handling", async () => {
    const { request, handlers } = await openPage();
    handlers.forbidden = vi.fn();
    wire.answers = [() => refused(403, "FORBIDDEN", "No.")];
    vi.useFakeTimers();
    const outcome = expect(request(projects.calls.list)).rejects.toThrow("No.");
    await vi.advanceTimersByTimeAsync(errorPauseMs - 1);
    expect(sent).toHaveLength(1);
    expect(handlers.forbidden).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(handlers.forbidden).toHaveBeenCalledOnce();
    await outcome;
  });

  test("'Request aborted' is silent: it is not a network error and calls no handler", async () => {
    const { request, handlers } = await openPage();
    handlers.networkFailed = vi.fn(async () => false);
    wire.answers = [() => new AxiosError(messages.requestAborted, "ECONNABORTED")];
    const error: unknown = await request(projects.calls.list).catch((thrown: unknown) => thrown);
    expect(isHandledElsewhere(error)).toBe(true);
    expect(sent).toHaveLength(1);
    expect(handlers.networkFailed).not.toHaveBeenCalled();
  });

  test.each([
    [401, "UNAUTHORIZED", "unauthorized"],
    [403, "FORBIDDEN", "forbidden"],
    [402, "ALLOWANCE_USED_UP", "insufficient"],
    [409, "IDEMPOTENCY_KEY_REUSED", "conflict"],
    [409, "FROM_A_NEWER_CLOUD", "conflict"],
    [403, 100_077, "notActivated"],
  ] as const)("a %i %s calls only the %s handler", async (status, code, name) => {
    const { request, handlers } = await openPage();
    const handled = vi.fn();
    for (const each of ["unauthorized", "forbidden", "conflict", "insufficient", "notActivated"] as const) {
      handlers[each] = () => handled(each);
    }
    wire.answers = [() => refused(status, code, "No.")];
    await expect(request(projects.calls.list)).rejects.toThrow("No.");
    expect(handled.mock.calls).toEqual([[name]]);
  });

  test.each(["NAME_TAKEN", "LIMIT_REACHED", "OBJECT_ALREADY_EXIST"])("a 409 %s is left to the screen", async (code) => {
    const { request, handlers } = await openPage();
    handlers.conflict = vi.fn();
    wire.answers = [() => refused(409, code, "Taken.")];
    await expect(request(projects.calls.create, { body: {} })).rejects.toThrow("Taken.");
    expect(handlers.conflict).not.toHaveBeenCalled();
  });

  test("a 401 clears local storage, except for the guide flag", async () => {
    const { session } = await openPage();
    session.setAuth(authFor("old", 1000));
    localStorage.setItem("guide", "shown");
    localStorage.setItem("hasClaim", "1");
    session.clear();
    expect(localStorage.getItem("guide")).toBe("shown");
    expect(localStorage.getItem("token")).toBeNull();
    expect(localStorage.getItem("hasClaim")).toBeNull();
    expect(session.get().token).toBeUndefined();
  });
});
