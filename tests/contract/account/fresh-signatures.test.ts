/** Calls that require a fresh signature, on a full server. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { aliases } from "../../../resources/declare/aliases.ts";
import { calls } from "../../../resources/calls.ts";
import type { CallSpec } from "../../../resources/declare/define.ts";
import { everyCall, parseCall } from "../../../resources/declare/endpoints.ts";
import { resources } from "../../../resources/index.ts";
import type { Answer } from "../../support/server/api.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { ageSignIns, freshlySigned, messagesIn } from "../../support/account/fresh-signature.ts";
import { newOwner } from "../../support/account/owner.ts";
import { sample } from "../../support/hosting/sample.ts";

const declared = everyCall({ resources, calls }).filter(({ fresh }) => fresh !== undefined);

/** Fields that make a minimal body valid. */
const more: Readonly<Record<string, object>> = {
  "POST $boost/node/withdraw": { amount: "1" },
  "POST $auth/user/wallets": { address: `0x${"1".repeat(40)}`, nonce: "none", signature: "0x12" },
};

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud();
});

const newPerson = async () => {
  const wallet = privateKeyToAccount(generatePrivateKey());
  const { token, call, data } = await newOwner(cloud.url, wallet);
  const node = await data<{ token: string }>("POST /api/boost/node/create", {});
  const ask = (spec: CallSpec, headers: Record<string, string> = {}): Promise<Answer> => {
    const { method, alias, path } = parseCall(spec.call);
    const body = spec.body ? { ...(sample(spec.body as never) as object), ...more[spec.call] } : {};
    const line = `${method} ${aliases[alias]}${path.replace(/\{\w+\}/g, () => randomUUID())}`;
    return call(line, { token: spec.can === "node" ? node.token : token, body, headers });
  };
  return { wallet, ask };
};

test("delete the account, pay out, replace the master key, or add a sign-in method", () => {
  expect(declared.map(({ call }) => call).toSorted()).toEqual([
    "DELETE $auth/user",
    "POST $auth/bind",
    "POST $auth/user/wallets",
    "POST $boost/node/withdraw",
    "POST $bucket/user/account",
    "POST $hosting/code-host/link",
  ]);
});

describe.each(declared.map((spec) => [spec.call, spec] as const))("%s", (_, spec) => {
  test("needs no signature after a sign-in", async () => {
    const { ask } = await newPerson();
    expect((await ask(spec)).status).not.toBe(428);
  });

  test("needs one in an older session, and accepts it", async () => {
    const { ask, wallet } = await newPerson();
    await ageSignIns(cloud.database.db);
    const refused = await ask(spec);
    expect([refused.status, refused.body.code]).toEqual([428, "FRESH_SIGNATURE_REQUIRED"]);
    expect(messagesIn(refused).map(({ address }) => address)).toEqual([wallet.address]);
    expect((await ask(spec, await freshlySigned(refused, wallet))).status).not.toBe(428);
  });
});
