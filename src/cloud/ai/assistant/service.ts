/** The assistant: answers questions about Freehold from its documentation, free of charge. */
import type { Logger } from "pino";
import { askAssistant, questionsPerHour } from "../../../../resources/ai/assistant.ts";
import { searchDocuments } from "../../../../resources/operator/documents.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Ai } from "../../engines/ai/ai.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty } from "../../kernel/duties.ts";
import { eventRoute, route, type Route } from "../../kernel/calls/route.ts";
import type { Limits } from "../../kernel/limits/limits.ts";
import { answer } from "./answer.ts";
import { indexPassages } from "./index-passages.ts";
import { searchPassages } from "./search.ts";
import { snippetsOf } from "./snippets.ts";

export interface Assistant {
  readonly routes: readonly Route[];
  /** Indexes a changed documentation once the server is running; the first question also does. */
  readonly duties: readonly Duty[];
}

interface Deps {
  readonly engines: Pick<Engines, "database"> & { readonly ai: Pick<Ai, "upstreams"> };
  readonly docsDir: string;
  readonly model: string | undefined;
  readonly limits: Pick<Limits, "take">;
  readonly log: Logger;
  /** How long a model can be silent, in milliseconds. */
  readonly silenceMs?: number;
}

/** Questions of a user, or of the address of a visitor. */
const hourly = { name: "assistant", max: questionsPerHour, windowMs: 3_600_000 };
const silenceMsDefault = 20_000;
/** Sections that a search of the pages finds. */
const sectionsMax = 10;

export const createAssistant = ({
  engines,
  docsDir,
  model,
  limits,
  log,
  silenceMs = silenceMsDefault,
}: Deps): Assistant => {
  const { db } = engines.database;
  let prepared: Promise<void> | undefined;
  const ready = (): Promise<void> =>
    (prepared ??= indexPassages(db, docsDir).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    }));

  return {
    routes: [
      eventRoute(askAssistant, async ({ body, caller, ip, gone }) => {
        if ((await limits.take(hourly, caller?.userId ?? ip)) > 0) throw new AppError("TOO_MANY_REQUESTS");
        await ready();
        return answer({ db, ai: engines.ai, model, silenceMs, gone, log }, body);
      }),
      route(searchDocuments, async ({ query }) => {
        await ready();
        const passages = await searchPassages(db, query.query, sectionsMax);
        const snippets = await snippetsOf(db, query.query, passages);
        return {
          items: passages.map(({ document, title, anchor, heading }, index) => ({
            document,
            title,
            anchor,
            heading,
            snippet: snippets[index]!,
          })),
        };
      }),
    ],
    duties: [{ name: "Index the documentation", every: "1 h", scope: "process", role: "web", run: ready }],
  };
};
