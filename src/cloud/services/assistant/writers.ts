/** Selects the models that write answers: free ones, or the configured one. */
import type { Ai, ModelCard, Upstream } from "../../engines/ai/ai.ts";
import { embeddedModel } from "../../engines/ai/embedded/open.ts";

export interface Writer {
  readonly server: Upstream;
  readonly model: string;
}

/** Detects models that can't chat by their names; servers don't report it. */
const otherKinds = /embed|rerank|whisper|tts|speech|moderation|image|vision-encoder|bge-|clip/i;
const triedMax = 3;

/**
 * Returns the models in the order of attempts. The embedded model is excluded: it memorized a few sentences and reads
 * no passages.
 */
export const writersOf = async (ai: Pick<Ai, "upstreams">, named: string | undefined): Promise<Writer[]> => {
  const offered = await Promise.all(
    ai.upstreams.map(async (server) => (await server.models()).map((card) => ({ server, card }))),
  );
  const fits = named === undefined ? isFreeChat : ({ card }: { card: ModelCard }) => card.id === named;
  const firstOfEach = offered.flatMap((ofOne) => ofOne.find(fits) ?? []);
  return firstOfEach.slice(0, triedMax).map(({ server, card }) => ({ server, model: card.id }));
};

const isFreeChat = ({ server, card }: { server: Upstream; card: ModelCard }): boolean =>
  server.isFree &&
  card.id !== embeddedModel.id &&
  card.inputModalities.includes("text") &&
  card.outputModalities.includes("text") &&
  !otherKinds.test(card.id);

/** Returns the server of the embedded model. */
export const embeddedWriter = async (ai: Pick<Ai, "upstreams">): Promise<Writer | undefined> => {
  for (const server of ai.upstreams) {
    const cards = await server.models();
    if (cards.some(({ id }) => id === embeddedModel.id)) return { server, model: embeddedModel.id };
  }
  return undefined;
};
