/** The assistant: answers questions about this product from its documentation, for anyone. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

export const questionMax = 500;
/** Maximum length of an earlier answer sent with the next question. */
export const turnAnswerMax = 4000;
/** Number of earlier questions and answers sent with a question. */
export const turnsMax = 4;
export const questionsPerMinute = 20;
/** Per user, or per network address without a session. */
export const questionsPerHour = 120;

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

/** A section of the documentation: its page is /docs/<document>#<anchor>. */
export const citation = z.object({
  /** Number that the answer's text cites: "[1]". */
  number: z.int(),
  document: z.string(),
  title: z.string(),
  /** Both empty for the text above a page's first heading. */
  anchor: z.string(),
  heading: z.string(),
});
export type Citation = z.output<typeof citation>;

export const answerPart = z.discriminatedUnion("type", [
  /** The next part of the answer, in Markdown, and the sources cited so far. */
  z.object({ type: z.literal("text"), text: z.string(), citations: z.optional(z.array(citation)) }),
  /** Ends every answer. */
  z.object({
    type: z.literal("end"),
    /** Sources of the answer; without an answer, the closest pages. */
    citations: z.array(citation),
    /** Whether the documentation contains an answer. */
    found: z.boolean(),
    /** Whether the text is quoted from the documentation. */
    quotes: z.boolean(),
    /** The model that wrote the answer, if any. */
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
    /** Earlier questions and answers, oldest first. */
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
