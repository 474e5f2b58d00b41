/** The assistant: answers questions about Freehold from its documentation, free of charge. */
import type { Logger } from "pino";
import { askAssistant, questionsPerHour } from "../../../../resources/assistant/assistant.ts";
import { searchDocuments } from "../../../../resources/cloud/documents.ts";
import { AppError } from "../../app-error.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty } from "../../kernel/duties.ts";
import { eventRoute, route, type Route } from "../route.ts";
import { answer, sectionsOf } from "./answer.ts";
import { indexPassages } from "./index-passages.ts";
import { searchPassages } from "./search.ts";
import { LRUCache } from "lru-cache";

export interface Assistant {
  readonly routes: readonly Route[];
  /** Indexes a changed documentation once the server is running; the first question also does. */
  readonly duties: readonly Duty[];
}

interface Deps {
  readonly engines: Pick<Engines, "database" | "ai">;
  readonly docsDir: string;
  readonly model: string | undefined;
  readonly log: Logger;
  /** How long a model can be silent, in milliseconds. */
  readonly silenceMs?: number;
}

const silenceMsDefault = 20_000;
/** Passages read for a search of the pages; several can be in one section. */
const passagesMax = 16;

export const createAssistant = ({ engines, docsDir, model, log, silenceMs = silenceMsDefault }: Deps): Assistant => {
  const { db } = engines.database;
  const isWithin = createHourly(questionsPerHour);
  let prepared: Promise<void> | undefined;
  const ready = (): Promise<void> =>
    (prepared ??= indexPassages(db, docsDir).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    }));

  return {
    routes: [
      eventRoute(askAssistant, async ({ body, caller, ip, gone }) => {
        if (!isWithin(caller ? `person ${caller.userId}` : `address ${ip}`)) throw new AppError("TOO_MANY_REQUESTS");
        await ready();
        return answer({ db, ai: engines.ai, model, silenceMs, gone, log }, body);
      }),
      route(searchDocuments, async ({ query }) => {
        await ready();
        const passages = await searchPassages(db, query.query, passagesMax);
        return {
          items: sectionsOf(passages).map(({ document, title, anchor, heading }) => ({
            document,
            title,
            anchor,
            heading,
          })),
        };
      }),
    ],
    duties: [{ name: "Index the documentation", every: "1 h", scope: "process", role: "web", run: ready }],
  };
};

const hourMs = 3_600_000;
const askersMax = 50_000;

/** Counts a user's or IP address's questions within the last hour, up to the limit. In memory: each process counts its own. */
export const createHourly = (limit: number, now: () => number = Date.now) => {
  const recent = new LRUCache<string, number[]>({ max: askersMax });
  return (asker: string): boolean => {
    const since = now() - hourMs;
    const times = (recent.get(asker) ?? []).filter((time) => time > since);
    const isWithin = times.length < limit;
    if (isWithin) times.push(now());
    recent.set(asker, times);
    return isWithin;
  };
};
