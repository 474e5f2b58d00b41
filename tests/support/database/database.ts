import { randomUUID } from "node:crypto";
import { Kysely } from "kysely";
import { Client, Pool } from "pg";
import { pino } from "pino";
import { inject } from "vitest";
import { connectDatabase } from "../../../src/cloud/engines/database/connect.ts";
import type { Database } from "../../../src/cloud/engines/database/database.ts";
import { atFileEnd } from "../file-end.ts";
import { askFor } from "./ask-for.ts";
import { guardTransactions } from "./transaction-guard.ts";

guardTransactions(Kysely, Pool);

export interface TestDatabase extends Database {
  /** DATABASE_URL of this database, for a server or another process. */
  readonly url: string;
}

/** Creates a migrated database on the test run's shared server; dropped when the test file ends. */
export const testDatabase = async (): Promise<TestDatabase> => {
  const { name, connection, drop } = await createDatabase();
  const database = connectDatabase({ ...connection, database: name }, pino({ level: "silent" }));
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await database.close();
  };
  atFileEnd(async () => {
    await close();
    await drop();
  });
  return { ...database, url: urlOf(connection, name), close };
};

interface Connection {
  readonly host: string;
  readonly user: string;
  readonly password: string;
}

const createDatabase = async (): Promise<{ name: string; connection: Connection; drop(): Promise<void> }> => {
  const connection = await askForServer();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(connection, `create database ${name} template template_migrated`);
  return { name, connection, drop: () => administer(connection, `drop database ${name} with (force)`) };
};

const askForServer = (): Promise<Connection> => askFor(inject("databaseServer"));

const administer = async (connection: Connection, statement: string): Promise<void> => {
  const client = new Client({ ...connection, database: "postgres" });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

const urlOf = ({ host, user, password }: Connection, name: string): string =>
  `postgres://${user}:${password}@/${name}?host=${encodeURIComponent(host)}`;
