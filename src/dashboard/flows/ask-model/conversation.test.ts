import { expect, test } from "vitest";
import { brokeOff, messagesOf, next, noConversation, type Conversation, type Step } from "./conversation.ts";

const after = (...steps: readonly Step[]): Conversation => steps.reduce(next, noConversation);
const usage = {
  kind: "done",
  model: "m",
  reason: "stop",
  inputTokens: 3,
  outputTokens: 2,
  cost: "0",
  firstTokenMs: 5,
  speed: null,
} as const;
const asked = { type: "asked", question: "Hello" } as const;
const told = (...events: Extract<Step, { type: "told" }>["events"]): Step => ({ type: "told", events });
const problem = {
  kind: "problem",
  status: 402,
  code: "daily_limit_reached",
  limit: "daily",
  message: "Reached.",
} as const;

test("a response grows as it streams, and ends with its usage", () => {
  const saying = after(asked, told({ kind: "thought", text: "Hm." }, { kind: "text", text: "Hi" }));
  expect(saying).toEqual({ isAsking: true, turns: [{ question: "Hello", answer: { text: "Hi", thought: "Hm." } }] });
  const done = [told({ kind: "text", text: "!" }, usage), { type: "ended" } as const].reduce(next, saying);
  expect(done.isAsking).toBe(false);
  expect(done.turns[0]!.answer).toEqual({ text: "Hi!", thought: "Hm.", usage });
});

test("a stream that ends without a final event counts as broken", () => {
  const broken = after(asked, told({ kind: "text", text: "Once" }), { type: "ended" });
  expect(broken.turns[0]!.answer).toEqual({ text: "Once", thought: "", problem: brokeOff });
});

test("an error keeps the question, to be retried or removed", () => {
  const refused = after(asked, told(problem), { type: "ended" });
  expect(refused).toMatchObject({ isAsking: false, turns: [{ question: "Hello", answer: { problem } }] });
  expect(next(refused, { type: "asked-again" })).toEqual({
    isAsking: true,
    turns: [{ question: "Hello", answer: { text: "", thought: "" } }],
  });
  expect(next(refused, { type: "taken-back" })).toEqual(noConversation);
});

test("unanswered questions are not sent again; a stopped response is sent as far as it arrived", () => {
  const { turns } = after(
    asked,
    told(problem),
    { type: "ended" },
    { type: "asked", question: "Second" },
    told({ kind: "text", text: "Half" }),
    { type: "stopped" },
    { type: "asked", question: "Third" },
  );
  expect(messagesOf(turns, " ")).toEqual([
    { role: "user", content: "Second" },
    { role: "assistant", content: "Half" },
    { role: "user", content: "Third" },
  ]);
  expect(messagesOf(turns, "Be short.")[0]).toEqual({ role: "system", content: "Be short." });
});

test("a stored conversation is restored, unless the user has asked something meanwhile", () => {
  const kept = after(asked, told(usage), { type: "ended" }).turns;
  expect(after({ type: "restored", turns: kept })).toEqual({ turns: kept, isAsking: false });
  expect(after({ type: "asked", question: "New" }, { type: "restored", turns: kept }).turns).toHaveLength(1);
});
