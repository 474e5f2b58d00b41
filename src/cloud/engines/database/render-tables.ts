/** Writes tables.ts: the TypeScript types of all columns, from a migrated database. */
import { sql } from "kysely";
import type { Db } from "./database.ts";

const LINE_MAX = 120;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  readonly generatedAlways: boolean;
  /** Definitions of the constraints that check only this column. */
  readonly checks: readonly string[];
}

/** Renders the file for the schema of `db`. Keeps the comments of `current`, the only part written by hand. */
export const renderTables = async (db: Db, current: string): Promise<string> => {
  const columns = await readColumns(db);
  const comments = commentsIn(current);
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => {
    const lines = own.map((column) => `${comments.get(`${table}.${column.name}`) ?? ""}${lineOf(column)}`);
    return `${comments.get(table) ?? ""}  ${table}: {\n${lines.join("")}  };\n`;
  });
  const [head] = current.split(/(?<=^export interface Columns \{\n)/m);
  return `${head}${tables.join("")}}\n`;
};

const readColumns = async (db: Db): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    select relname as "table", attname as "name", format_type(atttypid, null) as "type", not attnotnull as "nullable",
      atthasdef or attidentity <> '' as "hasDefault", attidentity = 'a' or attgenerated <> '' as "generatedAlways",
      array(
        select pg_get_constraintdef(oid) from pg_constraint where conrelid = attrelid and contype = 'c' and conkey = array[attnum]
      ) as "checks"
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'kysely\\_%'
    order by relname collate "C", attnum
  `.execute(db);
  return rows;
};

const lineOf = (column: Column): string => {
  const type = `${valueOf(column)}${column.nullable ? " | null" : ""}`;
  const wrapper = wrapperOf(column);
  const line = `    ${column.name}: ${wrapper ? `${wrapper}<${type}>` : type};\n`;
  if (line.length <= LINE_MAX + 1) return line;
  return wrapper
    ? `    ${column.name}: ${wrapper}<\n      ${type}\n    >;\n`
    : `    ${column.name}:\n${type.replaceAll(/(?:^| \| )([^|]+?)(?= \||$)/g, "      | $1\n").trimEnd()};\n`;
};

const wrapperOf = ({ generatedAlways, hasDefault }: Column): string | undefined => {
  if (generatedAlways) return "GeneratedAlways";
  return hasDefault ? "Generated" : undefined;
};

/** A check of the form `state in ('on', 'off')` gives a union. */
const valueOf = ({ type, checks }: Column): string => {
  const list = checks.map((check) => /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1]).find(Boolean);
  if (list) return list.replaceAll(/'(\w*)'::text/g, '"$1"').replaceAll(", ", " | ");
  const isArray = type.endsWith("[]");
  const value = typescriptOf[isArray ? type.slice(0, -2) : type];
  if (!value) throw new Error(`Add the type ${type} to render-tables.ts.`);
  return isArray ? `${value}[]` : value;
};

/** What the pools of connect.ts return. */
const typescriptOf: Readonly<Record<string, string>> = {
  bigint: "Int8",
  boolean: "boolean",
  bytea: "Buffer",
  date: "Day",
  "double precision": "number",
  integer: "number",
  jsonb: "Json",
  numeric: "Decimal",
  real: "number",
  smallint: "number",
  text: "string",
  "timestamp with time zone": "Date",
  tsvector: "string",
  uuid: "string",
};

/** Returns comments by "table" or "table.column", each with its indentation. */
const commentsIn = (text: string): ReadonlyMap<string, string> => {
  const comments = new Map<string, string>();
  let table = "";
  for (const [, comment, indent, name] of text.matchAll(/((?:^ +\/?\*.*\n)*)^( {2}| {4})(\w+):/gm)) {
    if (indent === "  ") table = name!;
    if (comment) comments.set(indent === "  " ? name! : `${table}.${name}`, comment);
  }
  return comments;
};
