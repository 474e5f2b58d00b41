/** The assistant: answers questions about this product from its documentation. It costs nobody LAND. */
import type { Logger } from "pino";
import { askAssistant, questionsPerHour } from "../../../../resources/assistant/assistant.ts";
import { AppError } from "../../app-error.ts";
import type { Engines } from "../../engines/engines.ts";
import { eventRoute, type Route } from "../route.ts";
import { answer } from "./answer.ts";
import { createHourly } from "./hourly.ts";
import { indexPassages } from "./index-passages.ts";

export interface Assistant {
  readonly routes: readonly Route[];
  /** Reads the documentation, if it has changed, once the cloud has begun its work; or with the first question. */
  work(): void;
  close(): void;
}

interface Parts {
  readonly engines: Pick<Engines, "database" | "ai">;
  readonly docsDir: string;
  readonly model: string | undefined;
  readonly log: Logger;
  /** How long a model may be silent, in milliseconds. */
  readonly silenceMs?: number;
}

const silenceMsDefault = 20_000;
/** What people wait for at a start comes first. */
const restMs = 5000;

export const createAssistant = ({ engines, docsDir, model, log, silenceMs = silenceMsDefault }: Parts): Assistant => {
  const { db } = engines.database;
  const isWithin = createHourly(questionsPerHour);
  let prepared: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
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
    ],
    work: () => {
      const prepare = (): Promise<void> =>
        ready().catch((error: unknown) => log.warn({ err: error }, "The assistant has not read the documentation"));
      timer = setTimeout(() => void prepare(), restMs);
      timer.unref();
    },
    close: () => clearTimeout(timer),
  };
};
