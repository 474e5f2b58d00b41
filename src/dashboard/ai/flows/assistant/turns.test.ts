import { expect, test } from "vitest";
import { questionMax, turnAnswerMax, turnsMax, type AnswerPart } from "../../../../../resources/ai/assistant.ts";
import { history, withQuestion, failed, settledTurns, stopped, withPart, without, type Turn } from "./turns.ts";

const end: Extract<AnswerPart, { type: "end" }> = { type: "end", found: true, quotes: false, citations: [] };
const turnsOf = (count: number): readonly Turn[] =>
  Array.from({ length: count }, (_, index) => String(index)).reduce<readonly Turn[]>(
    (turns, id) =>
      withPart(withPart(withQuestion(turns, id, `Question ${id}`), id, { type: "text", text: id }), id, end),
    [],
  );

test("an answer grows piece by piece and is complete at its end", () => {
  let turns = withQuestion([], "a", "  What is LAND? ");
  expect(turns[0]).toMatchObject({ question: "What is LAND?", text: "", state: "asking" });
  turns = withPart(turns, "a", { type: "text", text: "LAND is " });
  turns = withPart(turns, "a", { type: "text", text: "credit." });
  turns = withPart(turns, "a", { ...end, model: "m" });
  expect(turns[0]).toMatchObject({ text: "LAND is credit.", state: "answered", found: true, model: "m" });
  expect(withQuestion([], "b", "x".repeat(questionMax + 9))[0]!.question).toHaveLength(questionMax);
});

test("the sources of an answer are known while it grows, and stay if it is stopped", () => {
  const citations = [{ number: 1, document: "billing", title: "Billing", anchor: "", heading: "" }];
  const asked = withQuestion([], "a", "What is LAND?");
  const half = withPart(asked, "a", { type: "text", text: "LAND is credit [1].", citations });
  expect(half[0]!.citations).toEqual(citations);
  expect(stopped(withPart(half, "a", { type: "text", text: " " }), "a")[0]!.citations).toEqual(citations);
});

test("a stopped or failed answer keeps its text, and one interrupted by leaving the page is stopped", () => {
  const half = withPart(withQuestion([], "a", "?"), "a", { type: "text", text: "half" });
  expect(stopped(half, "a")[0]).toMatchObject({ text: "half", state: "stopped" });
  expect(failed(half, "a", "No network.")[0]).toMatchObject({ text: "half", state: "failed", problem: "No network." });
  expect(settledTurns(half)[0]!.state).toBe("stopped");
  expect(without(half, "a")).toEqual([]);
});

test("a question includes the last answers, cut to the server's limit; the oldest turns are dropped", () => {
  expect(history(turnsOf(9)).map(({ answer }) => answer)).toEqual(["5", "6", "7", "8"]);
  expect(history(turnsOf(9))).toHaveLength(turnsMax);
  const long = withPart(withPart(withQuestion([], "a", "?"), "a", { type: "text", text: "x".repeat(9999) }), "a", end);
  expect(history(long)[0]!.answer).toHaveLength(turnAnswerMax);
  expect(history(withQuestion(turnsOf(1), "b", "and?"))).toHaveLength(1);
  expect(turnsOf(60)).toHaveLength(50);
  expect(turnsOf(60).at(-1)!.id).toBe("59");
});
