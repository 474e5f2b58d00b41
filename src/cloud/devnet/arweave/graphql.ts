/** Answers POST /graphql of Arweave gateways: transaction queries by ID, owner, tag and block, with pagination. */
import { buildSchema, execute, GraphQLError, parse, validate, type ExecutionResult } from "graphql";
import { sql } from "kysely";
import * as z from "zod";
import type { Db } from "../../engines/database/database.ts";
import { idPattern } from "../../engines/arweave/arweave.ts";
import { contentTypeOf, presentKnown, selectKnown, type KnownTransaction } from "./reads.ts";

const pageMax = 100;
const listMax = 100;
/** Validation compares the fields of a query with each other, so that its time grows with the square of their number. */
const tokensMax = 2000;

/** The subset of the gateways' schema that the embedded weave has data for. */
const schema = buildSchema(`
  type Query {
    transaction(id: ID!): Transaction
    transactions(
      ids: [ID!], owners: [String!], bundledIn: [ID!], tags: [TagFilter!], block: BlockFilter,
      first: Int = 10, after: String, sort: SortOrder = HEIGHT_DESC
    ): TransactionConnection
  }
  enum SortOrder { HEIGHT_DESC HEIGHT_ASC }
  enum TagOperator { EQ NEQ }
  input TagFilter { name: String!, values: [String!]!, op: TagOperator = EQ }
  input BlockFilter { min: Int, max: Int }
  type TransactionConnection { pageInfo: PageInfo!, edges: [TransactionEdge!]! }
  type PageInfo { hasNextPage: Boolean! }
  type TransactionEdge { cursor: String!, node: Transaction! }
  type Transaction {
    id: ID!, anchor: String, signature: String, recipient: String, owner: Owner!, fee: Amount!, quantity: Amount!,
    data: MetaData!, tags: [Tag!]!, block: Block, parent: Parent, bundledIn: Parent
  }
  type Owner { address: String!, key: String }
  type Amount { winston: String!, ar: String! }
  type MetaData { size: String!, type: String }
  type Tag { name: String!, value: String! }
  type Block { id: ID!, height: Int!, timestamp: Int! }
  type Parent { id: ID! }
`);

const bodySchema = z.object({
  query: z.string().max(20_000),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});
const id = z.string().regex(idPattern);
/** Limits beyond the types in `schema`. */
const argumentsSchema = z.object({
  ids: z.array(id).max(listMax).nullish(),
  owners: z.array(id).max(listMax).nullish(),
  bundledIn: z.array(id).max(listMax).nullish(),
  tags: z
    .array(z.object({ name: z.string(), values: z.array(z.string()).max(listMax), op: z.string().nullish() }))
    .max(10)
    .nullish(),
  block: z.object({ min: z.int().nullish(), max: z.int().nullish() }).nullish(),
  first: z.int().min(1).max(pageMax).nullish(),
  after: z
    .string()
    .regex(/^\d{0,18}$/)
    .nullish(),
  sort: z.string().nullish(),
});
type Arguments = z.output<typeof argumentsSchema>;

/** Returns a GraphQL response: data or errors. Throws what is not the query's fault. */
export const answerGraphql = async (db: Db, body: unknown): Promise<object> => {
  const asked = bodySchema.safeParse(body);
  if (!asked.success) return { errors: [{ message: "A query is required." }] };
  const result = await run(db, asked.data);
  for (const { originalError } of result.errors ?? [])
    if (originalError && !(originalError instanceof GraphQLError)) throw originalError;
  return result;
};

const run = async (
  db: Db,
  { query, variables, operationName }: z.output<typeof bodySchema>,
): Promise<ExecutionResult> => {
  try {
    const document = parse(query, { maxTokens: tokensMax });
    const errors = validate(schema, document);
    if (errors.length > 0) return { errors };
    return await execute({
      schema,
      document,
      rootValue: rootOf(db),
      variableValues: variables ?? {},
      ...(operationName && { operationName }),
    });
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
};

/** The fields of a query run one after another: aliases could start hundreds of searches at once. */
const rootOf = (db: Db) => {
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(one: () => Promise<T>): Promise<T> => {
    const own = last.then(one, one);
    last = own;
    return own;
  };
  return {
    transaction: (args: { readonly id: string }) => inOrder(() => transactionOf(db, args.id)),
    transactions: (args: object) => inOrder(() => pageOf(db, args)),
  };
};

const transactionOf = async (db: Db, asked: string) => {
  if (!id.safeParse(asked).success) return null;
  const row = await selectKnown(db).where("arweave_transaction.id", "=", asked).executeTakeFirst();
  return row ? nodeOf(presentKnown(row)) : null;
};

const pageOf = async (db: Db, args: object) => {
  const parsed = argumentsSchema.safeParse(args);
  if (!parsed.success) throw new GraphQLError(`Invalid arguments for transactions: ${parsed.error.issues[0]!.message}`);
  const first = parsed.data.first ?? 10;
  const rows = await search(db, parsed.data, first);
  const page = rows.slice(0, first).map(presentKnown);
  return {
    pageInfo: { hasNextPage: rows.length > page.length },
    edges: page.map((transaction) => ({ cursor: transaction.seq.toString(), node: nodeOf(transaction) })),
  };
};

const search = (db: Db, { ids, owners, bundledIn, tags, block, after, sort }: Arguments, first: number) => {
  const isDown = sort !== "HEIGHT_ASC";
  let query = selectKnown(db);
  if (ids) query = query.where("arweave_transaction.id", "=", sql<string>`any(${ids}::text[])`);
  if (owners) query = query.where("owner_address", "=", sql<string>`any(${owners}::text[])`);
  if (bundledIn) query = query.where("bundle_id", "=", sql<string>`any(${bundledIn}::text[])`);
  for (const { name, values, op } of tags ?? []) {
    const has = sql<boolean>`exists (
      select from arweave_tag where transaction_id = arweave_transaction.id and name = ${name}
      and md5(value) = any(select md5(unnest(${values}::text[]))) and value = any(${values}::text[])
    )`;
    query = query.where(op === "NEQ" ? sql<boolean>`not ${has}` : has);
  }
  if (typeof block?.min === "number") query = query.where("arweave_transaction.height", ">=", BigInt(block.min));
  if (typeof block?.max === "number") query = query.where("arweave_transaction.height", "<=", BigInt(block.max));
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
