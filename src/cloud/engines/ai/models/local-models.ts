/** The models on this machine: of the setting AI_MODEL, and those that operators have added. */
import type { Logger } from "pino";
import type { Config } from "../../../config.ts";
import type { LocalSource } from "../ai.ts";
import { readCatalog } from "./catalog.ts";
import { openLocalModel, type LocalSettings, type LocalUpstream } from "./local-model.ts";

/** Returns the ID or path that AI_MODEL names; undefined for "auto" and "off". */
const namedBy = ({ AI_MODEL: setting }: Pick<Config, "AI_MODEL">): string | undefined =>
  setting === "auto" || setting === "off" ? undefined : setting;

/** The model that an instance gets by itself; undefined if AI_MODEL names another or none. */
export const automaticModel = ({ AI_MODEL: setting }: Pick<Config, "AI_MODEL">): string | undefined =>
  setting === "auto" ? readCatalog()[0]!.id : undefined;

/** @throws Error with one sentence if AI_MODEL names a file that is not a model, or nothing that exists. */
export const openLocalModels = async (settings: LocalSettings & Pick<Config, "AI_MODEL">, log: Logger) => {
  const models = new Map<string, LocalUpstream>();
  const open = ({ source, name }: LocalSource): Promise<LocalUpstream> => {
    const makeRoom = async (): Promise<void> => {
      const others = [...models].filter(([other]) => other !== source);
      await Promise.all(others.map(([, model]) => model.unload()));
    };
    return openLocalModel(source, { settings, log, makeRoom, name });
  };
  const named = namedBy(settings);
  if (named !== undefined)
    models.set(
      named,
      await open({ source: named }).catch((error: unknown) => {
        throw new Error(`AI_MODEL (${named}) cannot be read as a model: ${(error as Error).message}`, { cause: error });
      }),
    );

  const use = async (sources: readonly LocalSource[]): Promise<void> => {
    for (const [source, model] of models)
      if (source !== named && !sources.some((one) => one.source === source)) {
        models.delete(source);
        await model.remove();
      }
    for (const one of sources) {
      if (models.has(one.source)) continue;
      try {
        models.set(one.source, await open(one));
      } catch (error) {
        log.warn({ err: error, model: one.source }, "An AI model cannot be read");
      }
    }
  };

  let using: Promise<void> = Promise.resolve();
  return {
    /** In the order in which they were added. */
    list: (): readonly LocalUpstream[] => [...models.values()],
    // One after another, so that none is opened twice.
    /** Opens and closes models, so that there are these and the one of AI_MODEL. */
    use: (sources: readonly LocalSource[]): Promise<void> =>
      (using = using.catch(() => undefined).then(() => use(sources))),
    prepare: async (signal: AbortSignal): Promise<void> => {
      const problems: unknown[] = [];
      for (const model of models.values()) {
        signal.throwIfAborted();
        await model.prepare(signal).catch((error: unknown) => problems.push(error));
      }
      if (problems.length > 0) throw problems[0];
    },
    close: async (): Promise<void> => void (await Promise.all([...models.values()].map((model) => model.close()))),
  };
};
