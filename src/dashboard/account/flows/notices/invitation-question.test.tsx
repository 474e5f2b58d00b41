// @vitest-environment jsdom
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { componentRenderer } from "../../../../../tests/support/browser/component-renderer.ts";
import { send } from "../../../api/client.ts";
import { SendContext } from "../../../framework/data/call-context.ts";
import { createStore } from "../../../lib/store.ts";
import { InvitationQuestion, type Answered } from "./invitation-question.tsx";

vi.mock("../../../api/client.ts", () => ({ send: vi.fn<typeof send>() }));

const { draw, press } = componentRenderer();
const offer = { teamName: "Tideway", access: [], levels: {} };
let answers: Answered[];

const drawQuestion = async () => {
  const waiting = createStore(true);
  const onAnswered = (answered: Answered) => void answers.push(answered);
  await draw(
    <SendContext value={send}>
      <InvitationQuestion invitationId="i" offer={offer} message="Join?" waiting={waiting} onAnswered={onAnswered} />
    </SendContext>,
  );
  return waiting;
};
beforeEach(() => {
  answers = [];
});

test("an invitation answered on another screen is no longer asked about", async () => {
  const waiting = await drawQuestion();
  expect(answers).toEqual([]);
  await act(async () => waiting.set(false));
  expect(answers).toEqual([{ kind: "elsewhere" }]);
});

test("an answer given here counts even if its event arrives before the reply", async () => {
  const waiting = await drawQuestion();
  const reply = Promise.withResolvers<{ team: null }>();
  vi.mocked(send).mockReturnValueOnce(reply.promise as never);
  await press("button:first-of-type");
  await act(async () => waiting.set(false));
  expect(answers).toEqual([]);
  await act(async () => reply.resolve({ team: null }));
  expect(answers).toEqual([{ kind: "answered", team: null }]);
});
