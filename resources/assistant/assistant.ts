/** The assistant: answers questions about this product from its documentation, for anyone. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

export const questionMax = 500;
/** Of an answer that goes along with the next question. */
export const turnAnswerMax = 4000;
/** How many questions and answers before the one that is asked go along with it. */
export const turnsMax = 4;
export const questionsPerMinute = 20;
/** Of one person, or of one network address where nobody is signed in. */
export const questionsPerHour = 120;

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

/** A section of the documentation: its page is /docs/<document>#<anchor>. */
export const citation = z.object({
  /** By which the answer's text names it: "[1]". */
  number: z.int(),
  document: z.string(),
  title: z.string(),
  /** Both empty for what stands above a page's first heading. */
  anchor: z.string(),
  heading: z.string(),
});
export type Citation = z.output<typeof citation>;

export const answerPart = z.discriminatedUnion("type", [
  /** More of the answer, Markdown. */
  z.object({ type: z.literal("text"), text: z.string() }),
  /** The last of every answer. */
  z.object({
    type: z.literal("end"),
    /** Of the answer; where there is none, the pages that come closest. */
    citations: z.array(citation),
    /** Whether the documentation holds an answer. */
    found: z.boolean(),
    /** Whether it is the documentation's own text; a `model` then wrote the first sentence only. */
    quotes: z.boolean(),
    /** The model that wrote it, if one did. */
    model: z.optional(z.string()),
  }),
]);
export type AnswerPart = z.output<typeof answerPart>;

export const askAssistant = defineCall("POST $resource/assistant/answers", {
  summary: "Answers a question from the documentation. Streams the answer, then its source sections. Free of charge.",
  can: "anyone",
  perMinute: questionsPerMinute,
  body: z.strictObject({
    question: text(questionMax),
    /** What was asked and answered before, the oldest first. */
    before: z._default(
      z
        .array(z.strictObject({ question: text(questionMax), answer: text(turnAnswerMax) }))
        .check(z.maxLength(turnsMax)),
      [],
    ),
  }),
  events: true,
  log: false,
  reply: answerPart,
});

export const assistantCalls = [askAssistant];
