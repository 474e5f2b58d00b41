/** Answers POST /graphql of Arweave gateways: transaction queries by ID, owner, tag and block, with pagination. */
import { sql } from "kysely";
import * as z from "zod";
import type { Db } from "../../database/database.ts";
import { idPattern } from "../arweave.ts";
import { GraphqlError, parseQuery, type Field } from "./graphql-parse.ts";
import { contentTypeOf, presentKnown, selectKnown, type KnownTransaction } from "./reads.ts";

const pageMax = 100;
const listMax = 100;
const bodySchema = z.object({
  query: z.string().max(20_000),
  variables: z.record(z.string(), z.unknown()).nullish(),
});
const id = z.string().regex(idPattern);
const argumentsSchema = z.object({
  ids: z.array(id).max(listMax).optional(),
  owners: z.array(id).max(listMax).optional(),
  bundledIn: z.array(id).max(listMax).optional(),
  tags: z
    .array(
      z.object({ name: z.string(), values: z.array(z.string()).max(listMax), op: z.enum(["EQ", "NEQ"]).default("EQ") }),
    )
    .max(10)
    .optional(),
  block: z.object({ min: z.int().optional(), max: z.int().optional() }).optional(),
  first: z.int().min(1).max(pageMax).default(10),
  after: z
    .string()
    .regex(/^\d{0,18}$/)
    .optional(),
  sort: z.enum(["HEIGHT_DESC", "HEIGHT_ASC"]).default("HEIGHT_DESC"),
});
type Arguments = z.output<typeof argumentsSchema>;

/** Returns a GraphQL response: data or errors. */
export const answerGraphql = async (db: Db, body: unknown): Promise<object> => {
  try {
    const asked = bodySchema.safeParse(body);
    if (!asked.success) throw new GraphqlError("A query is required.");
    const data: Record<string, unknown> = {};
    for (const field of parseQuery(asked.data.query, asked.data.variables ?? {}))
      data[field.alias] = pick(await resolve(db, field), field);
    return { data };
  } catch (error) {
    if (!(error instanceof GraphqlError)) throw error;
    return { errors: [{ message: error.message }] };
  }
};

const resolve = async (db: Db, { name, args }: Field): Promise<unknown> => {
  if (name === "__typename") return "Query";
  if (name === "transaction") {
    const parsed = id.safeParse(args.id);
    const row = parsed.success
      ? await selectKnown(db).where("arweave_transaction.id", "=", parsed.data).executeTakeFirst()
      : undefined;
    return row ? nodeOf(presentKnown(row)) : null;
  }
  if (name !== "transactions") throw new GraphqlError(`The field "${name}" is not supported.`);
  const parsed = argumentsSchema.safeParse(withoutNulls(args));
  if (!parsed.success) throw new GraphqlError(`Invalid arguments for transactions: ${parsed.error.issues[0]!.message}`);
  const rows = await search(db, parsed.data);
  const page = rows.slice(0, parsed.data.first).map(presentKnown);
  return {
    pageInfo: { hasNextPage: rows.length > page.length },
    edges: page.map((transaction) => ({ cursor: transaction.seq.toString(), node: nodeOf(transaction) })),
  };
};

const search = (db: Db, { ids, owners, bundledIn, tags = [], block = {}, first, after, sort }: Arguments) => {
  const isDown = sort === "HEIGHT_DESC";
  let query = selectKnown(db);
  if (ids) query = query.where("arweave_transaction.id", "=", sql<string>`any(${ids}::text[])`);
  if (owners) query = query.where("owner_address", "=", sql<string>`any(${owners}::text[])`);
  if (bundledIn) query = query.where("bundle_id", "=", sql<string>`any(${bundledIn}::text[])`);
  for (const { name, values, op } of tags) {
    const has = sql<boolean>`exists (
      select from arweave_tag where transaction_id = arweave_transaction.id and name = ${name}
      and md5(value) = any(select md5(unnest(${values}::text[]))) and value = any(${values}::text[])
    )`;
    query = query.where(op === "EQ" ? has : sql<boolean>`not ${has}`);
  }
  if (block.min !== undefined) query = query.where("arweave_transaction.height", ">=", BigInt(block.min));
  if (block.max !== undefined) query = query.where("arweave_transaction.height", "<=", BigInt(block.max));
  if (after) query = query.where("seq", isDown ? "<" : ">", BigInt(after));
  return query
    .orderBy("seq", isDown ? "desc" : "asc")
    .limit(first + 1)
    .execute();
};

const nodeOf = (transaction: KnownTransaction) => ({
  id: transaction.id,
  anchor: transaction.header.last_tx,
  signature: transaction.header.signature,
  recipient: transaction.header.target,
  owner: { address: transaction.ownerAddress, key: transaction.header.owner },
  fee: amountOf(transaction.header.reward ?? "0"),
  quantity: amountOf(transaction.header.quantity ?? "0"),
  data: { size: String(transaction.sizeBytes), type: contentTypeOf(transaction) },
  tags: transaction.tags,
  block: transaction.block
    ? {
        id: transaction.block.id,
        height: transaction.block.height,
        timestamp: Math.floor(transaction.block.createdAt.getTime() / 1000),
      }
    : null,
  parent: transaction.bundleId ? { id: transaction.bundleId } : null,
  bundledIn: transaction.bundleId ? { id: transaction.bundleId } : null,
});

const amountOf = (winston: string) => ({ winston, ar: (Number(winston) / 1e12).toFixed(12) });

/** Returns the selected fields of a value. */
const pick = (value: unknown, { fields, name }: Field): unknown => {
  if (Array.isArray(value)) return value.map((each) => pick(each, { fields, name, alias: name, args: {} }));
  if (value === null || typeof value !== "object") return value;
  if (fields.length === 0) throw new GraphqlError(`Select the fields of "${name}" to return.`);
  return Object.fromEntries(
    fields.map((field) => {
      if (!Object.hasOwn(value, field.name)) throw new GraphqlError(`The field "${field.name}" is not supported.`);
      return [field.alias, pick((value as Record<string, unknown>)[field.name], field)];
    }),
  );
};

const withoutNulls = (args: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined && value !== null));
