import { expect, test } from "vitest";
import { interrupted, messagesOf, next, emptyConversation, type Conversation, type Step } from "./conversation.ts";

const after = (...steps: readonly Step[]): Conversation => steps.reduce(next, emptyConversation);
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
const received = (...events: Extract<Step, { type: "received" }>["events"]): Step => ({ type: "received", events });
const problem = {
  kind: "problem",
  status: 402,
  code: "daily_limit_reached",
  limit: "daily",
  message: "Reached.",
} as const;

test("a response grows as it streams, and ends with its usage", () => {
  const streaming = after(asked, received({ kind: "thought", text: "Hm." }, { kind: "text", text: "Hi" }));
  expect(streaming).toEqual({ isAsking: true, turns: [{ question: "Hello", answer: { text: "Hi", thought: "Hm." } }] });
  const done = [received({ kind: "text", text: "!" }, usage), { type: "ended" } as const].reduce(next, streaming);
  expect(done.isAsking).toBe(false);
  expect(done.turns[0]!.answer).toEqual({ text: "Hi!", thought: "Hm.", usage });
});

test("a stream that ends without a final event counts as broken", () => {
  const broken = after(asked, received({ kind: "text", text: "Once" }), { type: "ended" });
  expect(broken.turns[0]!.answer).toEqual({ text: "Once", thought: "", problem: interrupted });
});

test("an error keeps the question, to be retried or removed", () => {
  const refused = after(asked, received(problem), { type: "ended" });
  expect(refused).toMatchObject({ isAsking: false, turns: [{ question: "Hello", answer: { problem } }] });
  expect(next(refused, { type: "asked-again" })).toEqual({
    isAsking: true,
    turns: [{ question: "Hello", answer: { text: "", thought: "" } }],
  });
  expect(next(refused, { type: "taken-back" })).toEqual(emptyConversation);
});

test("unanswered questions are not sent again; a stopped response is sent as far as it arrived", () => {
  const { turns } = after(
    asked,
    received(problem),
    { type: "ended" },
    { type: "asked", question: "Second" },
    received({ kind: "text", text: "Half" }),
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
  const stored = after(asked, received(usage), { type: "ended" }).turns;
  expect(after({ type: "restored", turns: stored })).toEqual({ turns: stored, isAsking: false });
  expect(after({ type: "asked", question: "New" }, { type: "restored", turns: stored }).turns).toHaveLength(1);
});
