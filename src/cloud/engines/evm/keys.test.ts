import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { privateKeyToAddress } from "viem/accounts";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { createSecretBox } from "../../kernel/secret-box.ts";
import { keyNames, openKeys } from "./keys.ts";

const { db } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), "freehold-keys-"));
atFileEnd(() => rm(folder, { recursive: true, force: true }));
const encryption = createSecretBox({ DATA_DIR: folder, SECRET_KEY: undefined });
const keyOf = (digit: string): `0x${string}` => `0x${digit.repeat(64)}`;
const keyFile = async (text: string): Promise<string> => {
  const path = join(folder, `keys-${Math.random()}`);
  await writeFile(path, text);
  return path;
};

test("processes that create the keys concurrently get the same ones", async () => {
  const opened = await Promise.all([openKeys(db, encryption), openKeys(db, encryption), openKeys(db, encryption)]);
  const keys = opened.map((each) => keyNames.map((name) => each.privateKey(name)));
  expect(new Set(keys.map((each) => each.join())).size).toBe(1);
  expect(new Set(keys[0]).size).toBe(keyNames.length);
  for (const name of keyNames)
    expect(opened[0].addresses[name]).toBe(privateKeyToAddress(opened[0].privateKey(name) as `0x${string}`));
});

test("no key is stored in plain text", async () => {
  const { privateKey } = await openKeys(db, encryption);
  const { rows } = await sql<{ row: string }>`select evm_key::text as row from evm_key`.execute(db);
  expect(rows).toHaveLength(1);
  for (const name of keyNames) expect(rows[0]!.row).not.toContain(privateKey(name).slice(2));
});

test("with a different secret key, addresses are available and signing fails with the reason", async () => {
  const { addresses } = await openKeys(db, encryption);
  const other = await openKeys(
    db,
    createSecretBox({ DATA_DIR: folder, SECRET_KEY: "another secret of 32 characters !" }),
  );
  expect(other.addresses).toEqual(addresses);
  expect(() => other.privateKey("registrar")).toThrow("encrypted with a different SECRET_KEY");
});

test("an operator's single key signs in every role, and deploys nothing", async () => {
  const own = await openKeys(db, encryption);
  const { addresses, privateKey } = await openKeys(db, encryption, await keyFile(`${keyOf("1")}\n`));
  expect(privateKey("registrar")).toBe(keyOf("1"));
  expect(addresses.collector).toBe(privateKeyToAddress(keyOf("1")));
  expect(addresses.deployer).toBe(own.addresses.deployer);
});

test("an operator may give a key for each role", async () => {
  const roles = { registrar: keyOf("1"), feeder: keyOf("2"), relayer: keyOf("3"), collector: keyOf("4") };
  const { privateKey } = await openKeys(db, encryption, await keyFile(JSON.stringify(roles)));
  expect(privateKey("relayer")).toBe(keyOf("3"));
});

test("a key file without a key is rejected with one sentence that does not quote it", async () => {
  await expect(openKeys(db, encryption, await keyFile("hunter2"))).rejects.toThrow(
    "EVM_SIGNER_KEY_FILE holds a private key",
  );
  await expect(openKeys(db, encryption, join(folder, "none"))).rejects.toThrow("cannot be read");
});
