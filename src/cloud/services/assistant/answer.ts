/** Answers a question from passages of the documentation: by a model if one is available, otherwise by quoting. */
import type { Logger } from "pino";
import type { AnswerPart, Citation } from "../../../../resources/assistant/assistant.ts";
import type { Ai } from "../../engines/ai/ai.ts";
import type { Db } from "../../engines/database/database.ts";
import { chat } from "./chat.ts";
import { noAnswerWord, promptOf, type Turn } from "./prompt.ts";
import { searchPassages, type Found } from "./search.ts";
import { supportOf } from "./support.ts";
import { isCourtesy } from "./search-terms.ts";
import { embeddedWriter, writersOf, type Writer } from "./writers.ts";

export interface AnswerDeps {
  readonly db: Db;
  readonly ai: Pick<Ai, "upstreams">;
  /** The configured model. */
  readonly model: string | undefined;
  /** How long a model can be silent. */
  readonly silenceMs: number;
  /** Aborted when the client disconnects. */
  readonly gone: AbortSignal;
  readonly log: Logger;
}

export interface Question {
  readonly question: string;
  /** Previous questions and answers, oldest first. */
  readonly before: readonly Turn[];
}

const passagesMax = 5;
/** Share of the question that a passage must cover to answer it; below that it is only related. */
const answersFrom = 0.55;
/** Minimum support for a sentence of the embedded model, which is often wrong. */
const believedFrom = { inDocuments: 0.6, ofQuestion: 0.65 } as const;
/** Sections listed under a quoted answer. */
const sectionsMax = 3;

export async function* answer(deps: AnswerDeps, input: Question): AsyncGenerator<AnswerPart> {
  const found = await findPassages(deps.db, input);
  const answering = found.filter(({ coverage }) => coverage >= answersFrom);
  if (answering.length === 0) return yield notFound(found);
  for (const writer of await writersOf(deps.ai, deps.model)) {
    const end = yield* written(deps, writer, { ...input, found });
    if (end) return yield end;
  }
  yield* quoted(deps, input.question, answering);
}

/** Searches with the previous question too if a question alone is too short. */
const findPassages = async (db: Db, { question, before }: Question): Promise<Found[]> => {
  const found = await searchPassages(db, question, passagesMax);
  const last = before.at(-1);
  if (!last || isCourtesy(question) || (found[0] && found[0].coverage >= answersFrom)) return found;
  const both = await searchPassages(db, `${last.question} ${question}`, passagesMax);
  return both[0] && both[0].coverage >= answersFrom ? both : found;
};

const notFound = (found: readonly Found[]): AnswerPart => ({
  type: "end",
  found: false,
  quotes: false,
  citations: sectionsOf(found).slice(0, sectionsMax),
});

/** Answers by a model. Without a result the model failed before any output. */
async function* written(
  { silenceMs, gone, log }: AnswerDeps,
  { server, model }: Writer,
  { question, before, found }: Question & { readonly found: readonly Found[] },
): AsyncGenerator<AnswerPart, AnswerPart | undefined> {
  let output = "";
  let held = "";
  try {
    for await (const text of chat({ server, model, messages: promptOf(found, question, before), silenceMs, gone })) {
      held += text;
      // Holds the output back until it can't be the refusal any more.
      if (output === "" && noAnswerWord.startsWith(held.trim().slice(0, noAnswerWord.length))) continue;
      yield { type: "text", text: held };
      output += held;
      held = "";
    }
  } catch (error) {
    gone.throwIfAborted();
    log.warn({ err: error, upstream: server.name }, "A model failed to answer the assistant");
    if (output === "") return undefined;
    yield { type: "text", text: "\n\n*The answer was interrupted.*" };
  }
  if (output === "") return notFound(found);
  const all = found.map(citationOf);
  const named = all.filter(({ number }) => output.includes(`[${number}]`));
  return { type: "end", found: true, quotes: false, model, citations: named.length > 0 ? named : all.slice(0, 1) };
}

/** Answers by quoting the documentation, below a sentence of the embedded model if it is well supported. */
async function* quoted(deps: AnswerDeps, question: string, answering: readonly Found[]): AsyncGenerator<AnswerPart> {
  const [best] = answering;
  const documents = [...new Set(answering.map(({ document }) => document))];
  const believed = await believedMessage(deps, question, documents);
  if (believed) yield { type: "text", text: `${believed.text}\n\n` };
  yield { type: "text", text: best!.text };
  const citations = sectionsOf(answering).slice(0, sectionsMax);
  yield { type: "end", found: true, quotes: true, citations, ...(believed && { model: believed.model }) };
}

const believedMessage = async ({ db, ai, silenceMs, gone, log }: AnswerDeps, question: string, documents: string[]) => {
  const writer = await embeddedWriter(ai);
  if (!writer) return undefined;
  let text = "";
  try {
    const messages = [{ role: "user" as const, content: question }];
    for await (const piece of chat({ ...writer, messages, silenceMs, gone })) text += piece;
  } catch (error) {
    log.warn({ err: error }, "The embedded model failed to answer the assistant");
    return undefined;
  }
  const { inDocuments, ofQuestion } = await supportOf(db, { question, sentence: text, documents });
  const isBelieved = inDocuments >= believedFrom.inDocuments && ofQuestion >= believedFrom.ofQuestion;
  return isBelieved ? { text, model: writer.model } : undefined;
};

const citationOf = ({ document, title, anchor, heading }: Found, index: number): Citation => ({
  number: index + 1,
  document,
  title,
  anchor,
  heading,
});

/** Returns each section once, in the order of the passages. */
export const sectionsOf = (found: readonly Found[]): Citation[] => {
  const bySection = new Map(found.toReversed().map((one) => [`${one.document}#${one.anchor}`, one]));
  return found.filter((one) => bySection.get(`${one.document}#${one.anchor}`) === one).map(citationOf);
};
