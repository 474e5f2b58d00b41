// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Team } from "../../../../resources/account/teams/teams.ts";
import { toastMs } from "../../../../resources/limits.ts";
import { errors } from "../../../../resources/declare/errors.ts";
import { messages } from "../../../../resources/declare/messages.ts";
import { patience } from "../../../../tests/support/patience.ts";

const go = vi.hoisted(() => ({ leaveFor: vi.fn(), leaveWithoutPrompt: vi.fn(), reloadWithoutPrompt: vi.fn() }));
const load = vi.hoisted(() => ({ loadTeams: vi.fn() }));
vi.mock("./go.ts", () => go);
vi.mock("../../api/session/load.ts", () => load);

/** Imports the product's own handlers, as a new page has them. */
const openPage = async () => {
  vi.resetModules();
  const [{ installHandlers }, { handlers }, { ApiError }, { openDialogs }, { toasts }, { session }] = await Promise.all(
    [
      import("./handlers.ts"),
      import("../../api/handlers.ts"),
      import("../../api/errors.ts"),
      import("../../ui/dialogs/dialogs.ts"),
      import("../../ui/toast/toast.ts"),
      import("../../api/session/session.ts"),
    ],
  );
  installHandlers();
  return { handlers, ApiError, openDialogs, toasts, session };
};

/** Answers the only open dialog. */
const answer = ({ openDialogs }: Awaited<ReturnType<typeof openPage>>, isConfirmed = true) => {
  const [dialog, ...others] = openDialogs.get();
  expect(others).toEqual([]);
  if (dialog?.kind !== "alert" && dialog?.kind !== "confirm") throw new Error("Nothing asks.");
  dialog.close(isConfirmed);
  return dialog;
};

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/hosting/projects");
  for (const navigate of Object.values(go)) navigate.mockReset();
});

test("a 409 whose data is a string is treated as new auth data, 'Successfully bound your account.' is shown, then the page reloads", async () => {
  const page = await openPage();
  vi.useFakeTimers();
  const data = JSON.stringify({ accessToken: "new", refreshToken: "r", accessTokenExpireAt: Date.now() + 7_200_000 });
  page.handlers.conflict(new page.ApiError("Bound.", { status: 409, code: 409, data }));
  await vi.advanceTimersByTimeAsync(0);
  expect(page.session.get().token).toBe("new");
  expect(page.toasts.get().map(({ text }) => text)).toEqual([messages.accountBound]);
  expect(go.reloadWithoutPrompt).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(toastMs);
  expect(go.reloadWithoutPrompt).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test("409: show the message and reload", async () => {
  const page = await openPage();
  page.handlers.conflict(new page.ApiError("Somebody was faster.", { status: 409, code: "NEW" }));
  expect(answer(page)).toMatchObject({ kind: "alert", text: "Somebody was faster." });
  await vi.waitFor(() => expect(go.reloadWithoutPrompt).toHaveBeenCalledOnce(), patience);
});

test("a 403 sends the user to the root after the alert", async () => {
  const page = await openPage();
  page.handlers.forbidden(new page.ApiError(errors.FORBIDDEN.message, { status: 403, code: "FORBIDDEN" }));
  await vi.waitFor(() => expect(page.openDialogs.get()).toHaveLength(1), patience);
  expect(go.leaveWithoutPrompt).not.toHaveBeenCalled();
  answer(page);
  await vi.waitFor(() => expect(go.leaveWithoutPrompt).toHaveBeenCalledWith("/"), patience);
});

describe("a refusal because the team is disabled", () => {
  const disabled: Team = {
    teamId: "t1",
    teamName: "Theirs",
    teamAvatar: "",
    type: "COLLABORATION",
    status: "DISABLED",
    token: "theirs",
    access: [],
    levels: {},
  };

  test("shows no alert beside the screen with the same message, even when it arrives before the team's own change", async () => {
    const page = await openPage();
    load.loadTeams.mockImplementation(() => Promise.resolve(page.session.setTeams([disabled])));
    page.handlers.forbidden(new page.ApiError(errors.TEAM_DISABLED.message, { status: 403, code: "TEAM_DISABLED" }));
    await vi.waitFor(() => expect(page.session.get().team?.status).toBe("DISABLED"), patience);
    await new Promise((resolve) => setTimeout(resolve));
    expect(page.openDialogs.get()).toEqual([]);
    expect(go.leaveWithoutPrompt).not.toHaveBeenCalled();
  });

  test("shows the alert if the team's list does not show it as disabled", async () => {
    const page = await openPage();
    load.loadTeams.mockRejectedValue(new Error("unreachable"));
    page.handlers.forbidden(new page.ApiError(errors.TEAM_DISABLED.message, { status: 403, code: "TEAM_DISABLED" }));
    await vi.waitFor(() => expect(page.openDialogs.get()).toHaveLength(1), patience);
  });
});

test("an exhausted allowance is reported once, regardless of the number of failed calls", async () => {
  const page = await openPage();
  const refusal = new page.ApiError("Storage limit reached", { status: 400, code: 400 });
  page.handlers.insufficient(refusal);
  page.handlers.insufficient(refusal);
  expect(answer(page)).toMatchObject({ text: expect.stringContaining(messages.insufficientResources) as string });
});

test("messages about storage reached, or insufficient storage, trigger a prompt with Cancel and Deposit, which goes to /billing/deposit", async () => {
  const page = await openPage();
  const refusal = new page.ApiError("Insufficient IPFS storage", { status: 400, code: 400 });
  page.handlers.insufficient(refusal);
  answer(page, false);
  // Cancelled, so that the next use fetches it again.
  await vi.waitFor(() => {
    page.handlers.insufficient(refusal);
    expect(page.openDialogs.get()).toHaveLength(1);
  }, patience);
  expect(go.leaveFor).not.toHaveBeenCalled();
  expect(answer(page)).toMatchObject({ kind: "confirm", text: messages.insufficientResources, ok: "Deposit" });
  await vi.waitFor(() => expect(go.leaveFor).toHaveBeenCalledWith("/billing/deposit"), patience);
});

test("a reached spend cap leads to its setting", async () => {
  const page = await openPage();
  const { status, message } = errors.SPEND_CAP_REACHED;
  page.handlers.insufficient(new page.ApiError(message, { status, code: "SPEND_CAP_REACHED" }));
  expect(answer(page)).toMatchObject({ kind: "confirm", text: message });
  await vi.waitFor(() => expect(go.leaveFor).toHaveBeenCalledWith("/billing?tab=alerts_and_caps"), patience);
});

test.each([
  ["/hosting/projects", "/login", "/hosting/projects"],
  ["/docs", "/docs", null],
  ["/hosting/new?type=clone-flow", "/hosting/new?type=clone-flow", null],
])("after a 401 at %s the login prompt shows unless anonymous access is allowed: %s", async (at, to, remembered) => {
  history.replaceState(null, "", at);
  const page = await openPage();
  page.handlers.unauthorized(new page.ApiError("No.", { status: 401, code: 401 }));
  await vi.waitFor(() => expect(go.leaveWithoutPrompt).toHaveBeenCalledWith(to), patience);
  expect(localStorage.getItem("loginTo")).toBe(remembered);
});

test("requests cut off by a Disconnect store no return path and redirect only once", async () => {
  history.replaceState(null, "", "/hosting/projects");
  const page = await openPage();
  const { startLeaving } = await import("../../lib/leaving.ts");
  startLeaving();
  page.handlers.unauthorized(new page.ApiError("No.", { status: 401, code: 401 }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(go.leaveWithoutPrompt).not.toHaveBeenCalled();
  expect(localStorage.getItem("loginTo")).toBeNull();
});

test("one retry prompt for all failed requests; mutating ones are sent again, and the page stays", async () => {
  const page = await openPage();
  const outcomes = [page.handlers.networkFailed(false), page.handlers.networkFailed(true)];
  answer(page);
  expect(await Promise.all(outcomes)).toEqual([false, true]);
  expect(go.reloadWithoutPrompt).not.toHaveBeenCalled();
  const read = page.handlers.networkFailed(false);
  answer(page);
  expect(await read).toBe(false);
  expect(go.reloadWithoutPrompt).toHaveBeenCalledOnce();
});
