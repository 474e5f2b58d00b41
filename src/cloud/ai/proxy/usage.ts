/** Requests, tokens and cost over time, from the requests that are kept. */
import { sql } from "kysely";
import { playgroundKey } from "../../../../resources/ai/limits.ts";
import type { AiUsagePart } from "../../../../resources/ai/usage-calls.ts";
import { plainDecimal } from "../../../../resources/money.ts";
import type { Db } from "../../engines/database/database.ts";
import { byteOrderMark, csvLine } from "../../lib/csv.ts";
import { chartSpanOf, type ChartSpan, type SpanQuery } from "../../lib/chart-span.ts";
import { findKey } from "./keys.ts";

export interface UsageQuery extends SpanQuery {
  readonly keyId?: string | undefined;
}

const hourSeconds = 3600;

/** Throws NOT_FOUND for a key of another team. */
export const readUsage = async (
  db: Db,
  teamId: string,
  { keyId, ...query }: UsageQuery,
): Promise<{ x: number[]; parts: AiUsagePart[] }> => {
  const span = chartSpanOf(query);
  const key = keyId === undefined || keyId === playgroundKey ? keyId : (await findKey(db, teamId, keyId)).id;
  return { x: [...span.steps], parts: await partsOf(db, teamId, span, key) };
};

const partsOf = async (db: Db, teamId: string, span: ChartSpan, key: string | undefined): Promise<AiUsagePart[]> => {
  let calls = db
    .selectFrom("ai_call")
    .innerJoin("ai_key", "ai_key.id", "key_id")
    .where("team_id", "=", teamId)
    .where("outcome", "!=", "open")
    .where("ai_call.created_at", ">=", new Date(span.from * 1000))
    .where("ai_call.created_at", "<", new Date((span.until + hourSeconds) * 1000));
  if (key === playgroundKey) calls = calls.where("is_playground", "=", true);
  else if (key !== undefined) calls = calls.where("key_id", "=", key);
  const rows = await calls
    .select([
      sql<number>`(floor(extract(epoch from ai_call.created_at) / ${span.step}) * ${span.step})::float8`.as("at"),
      "key_id",
      "name",
      "is_playground",
      "model",
      sql<bigint>`count(*)::int8`.as("requests"),
      sql<bigint>`(count(*) filter (where outcome = 'failed'))::int8`.as("failed"),
      sql<bigint>`sum(input_tokens)::int8`.as("input"),
      sql<bigint>`sum(output_tokens)::int8`.as("output"),
      sql<string>`sum(cost)::text`.as("cost"),
    ])
    .groupBy(["at", "key_id", "name", "is_playground", "model"])
    .orderBy("at")
    .orderBy("name")
    .orderBy("key_id")
    .orderBy("model")
    .execute();
  return rows.map(({ at, key_id: id, name, is_playground: isPlayground, model, cost, ...counts }) => ({
    at,
    keyId: isPlayground ? playgroundKey : id,
    keyName: name,
    model,
    requests: Number(counts.requests),
    failed: Number(counts.failed),
    inputTokens: Number(counts.input),
    outputTokens: Number(counts.output),
    cost,
  }));
};

const head = ["Time", "Key", "Model", "Requests", "Failed", "Input tokens", "Output tokens", "Cost (LAND)", "Key ID"];

/** Yields the figures as CSV lines. */
export async function* usageLines(db: Db, teamId: string, query: UsageQuery): AsyncGenerator<string> {
  const { parts } = await readUsage(db, teamId, query);
  yield byteOrderMark + csvLine(head);
  for (const { at, keyId, keyName, model, requests, failed, inputTokens, outputTokens, cost } of parts)
    yield csvLine([
      new Date(at * 1000).toISOString(),
      keyName,
      model,
      ...[requests, failed, inputTokens, outputTokens].map(String),
      plainDecimal(cost),
      keyId,
    ]);
}
