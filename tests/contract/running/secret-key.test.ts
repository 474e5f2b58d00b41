import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ListBucketsCommand } from "@aws-sdk/client-s3";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, test } from "vitest";
import { startCloud } from "../../../src/cloud/cloud.ts";
import { readConfig } from "../../../src/cloud/config.ts";
import { sealedByEngines } from "../../../src/cloud/engines/database/encryption.ts";
import { createSecretBox } from "../../../src/cloud/kernel/secret-box.ts";
import { testDatabase } from "../../support/database/database.ts";
import { ownerWith } from "../../support/account/owner.ts";
import { testHosting } from "../../support/hosting/hosting.ts";
import { temporaryFolder } from "../../support/server/cloud-process.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { s3ClientAt, s3User } from "../../support/storage/s3-user.ts";

const [oldKey, newKey] = ["o".repeat(40), "n".repeat(40)];
const log = pino({ level: "silent" });

test("with another SECRET_KEY the server doesn't start, and says what to set", async () => {
  const { config, close } = await testCloud({ SECRET_KEY: oldKey });
  await close();
  await expect(startCloud({ ...config, SECRET_KEY: newKey }, log)).rejects.toThrow(
    "Set the earlier key, or add it as SECRET_KEY_OTHER to replace it.",
  );
});

test("with DATABASE_URL the server needs SECRET_KEY, and names the file of a key that was generated before", async () => {
  const { url: DATABASE_URL } = await testDatabase();
  const DATA_DIR = await temporaryFolder();
  const start = () => startCloud(readConfig({ DATA_DIR, DATABASE_URL, PORT: "0" }), log);
  await expect(start()).rejects.toThrow("DATABASE_URL requires SECRET_KEY. Set it to at least 32 random characters");
  await writeFile(join(DATA_DIR, "secret-key"), "k".repeat(43));
  await expect(start()).rejects.toThrow(`Set it to the content of ${join(DATA_DIR, "secret-key")}`);
});

test("another key replaces SECRET_KEY while the server runs, and everything sealed stays usable with it alone", async () => {
  const first = await testCloud({ SECRET_KEY: oldKey });
  const { db, url: DATABASE_URL } = first.database;
  const user = await s3User(first.url);
  const accessKey = await user.makeKey();
  const made = await user.data<{ id: string; userKey: string }>("POST /api/rpc/rpc/manager/keys", {
    name: "shop",
    notes: "",
    type: "FREE",
  });
  const name = await user.data<{ key: string }>("POST /api/ipns/names", {
    name: "blog",
    value: "bafkqaaa",
    lifetime: 30,
  });
  await first.close();

  const next = { DATABASE_URL, DATA_DIR: first.config.DATA_DIR, SECRET_KEY: newKey };
  const both = await testCloud({ ...next, SECRET_KEY_OTHER: oldKey });
  const box = createSecretBox({ DATA_DIR: "unused", SECRET_KEY: newKey });
  const canary = async () => (await db.selectFrom("secret_canary").select("sealed").executeTakeFirstOrThrow()).sealed;
  await expect.poll(async () => box.open("canary", await canary())).toBe("");
  await both.close();

  const after = await testCloud(next);
  const { data } = ownerWith(after.url, user.token);
  const shown = await data<{ userKey: string }>(`GET /api/rpc/rpc/manager/keys/${made.id}`);
  expect(shown.userKey).toBe(made.userKey);
  await data(`POST /api/ipns/names/${name.key}`, { value: "bafkqabtimvwgy3yk" });
  await s3ClientAt(`${after.url}/s3`, accessKey).send(new ListBucketsCommand());
});

/** Sealed by what its caller holds, or expired within minutes. */
const notByThisKey = [
  "code_host_detected.sealed_token",
  "code_host_request.sealed_verifier",
  "idempotent_reply.sealed_reply",
  "refresh_token.sealed_successor",
  "secret_canary.sealed",
];

test("every column of sealed values is declared, so that a new key can replace the old one", async () => {
  const { sealed, database } = await testHosting();
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and (column_name like 'sealed%' or (column_name = 'secret' and data_type = 'bytea'))
  `.execute(database.db);
  const declared = [...sealedByEngines, ...sealed].filter(({ isText }) => !isText);
  const names = declared.map(({ table, column }) => `${table}.${column}`);
  expect([...names, ...notByThisKey].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});
