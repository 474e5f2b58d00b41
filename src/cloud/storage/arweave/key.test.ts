import { expect, test } from "vitest";
import { arweaveKeyFile } from "../../../../tests/support/storage/arweave-key.ts";
import { testArweave } from "../../../../tests/support/storage/arweave.ts";
import { createWalletSource } from "./key.ts";

test("the generated key is created once, stored encrypted and funded on an embedded weave, like a configured key", async () => {
  const { database, dataDir, weave } = await testArweave();
  await database.db.deleteFrom("arweave_wallet").execute();
  const config = { ARWEAVE_KEY_FILE: undefined, DATA_DIR: dataDir, SECRET_KEY: undefined };
  const openKey = () => createWalletSource(database.db, weave, config)();
  const [first, second] = await Promise.all([openKey(), openKey()]);
  expect(second.address).toBe(first.address);
  expect((await openKey()).address).toBe(first.address);
  const { sealed } = await database.db.selectFrom("arweave_key").select("sealed").executeTakeFirstOrThrow();
  expect(sealed.toString("latin1")).not.toContain(first.owner.slice(0, 40));
  expect(await weave.node.balance(first.address)).toBe(10n ** 18n);

  const configured = await createWalletSource(database.db, weave, { ...config, ARWEAVE_KEY_FILE: arweaveKeyFile })();
  expect(configured.address).not.toBe(first.address);
  expect(await weave.node.balance(configured.address)).toBe(10n ** 18n);
  const missing = createWalletSource(database.db, weave, { ...config, ARWEAVE_KEY_FILE: "/no/such/file" });
  await expect(missing()).rejects.toThrow("can't read");
});
