import { randomUUID } from "node:crypto";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, test } from "vitest";
import { sendFeedback } from "../../../../resources/account/feedback.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { feedbackDescriptionMax, feedbackPerDay, imageBytesMax } from "../../../../resources/limits.ts";
import { feedback } from "../../../../resources/operator/feedback.ts";
import { feedbackImage } from "../../../../resources/operator/feedback-image.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { feedbackRoutes } from "./routes.ts";

type Person = Awaited<ReturnType<TestWeb["signIn"]>>;
type Entry = Row<typeof feedback>;
type Fields = Readonly<Record<string, string>>;

const operatorKey = privateKeyToAccount(generatePrivateKey());
let web: TestWeb;
let operator: Person;
beforeAll(async () => {
  web = await testWeb({
    settings: { OPERATORS: operatorKey.address },
    resources: [feedback],
    calls: [sendFeedback, feedbackImage],
    routes: feedbackRoutes(),
  });
  operator = await web.signIn(operatorKey);
});

const valid: Fields = { email: "ada@shop.example", feedbackType: "OPINION", description: "More plots, please." };
const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.from("picture")]);

interface Sending {
  readonly by?: Person;
  readonly files?: readonly (readonly [name: string, bytes: Buffer])[];
  readonly key?: string;
}

/** Sends a form as a browser does. */
const send = async (fields: Fields, { by, files = [], key = randomUUID() }: Sending = {}) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const [name, bytes] of files)
    body.append("files", new File([new Uint8Array(bytes)], name, { type: "image/png" }));
  const { accessToken } = by ?? (await web.signIn());
  const headers = { authorization: accessToken, "idempotency-key": key };
  const response = await fetch(`${web.url}/api/hosting/feedback`, { method: "POST", headers, body });
  return { status: response.status, body: await response.json() };
};
const asOperator = (line: string, by = operator) => web.call(line, { token: by.accessToken });
const storedEntries = async (query = "size=100"): Promise<Entry[]> => {
  const { items }: { items: Entry[] } = (await asOperator(`GET /api/auth/operator/feedback?${query}`)).body.data;
  return items;
};
const find = async (id: string): Promise<Entry> =>
  (await asOperator(`GET /api/auth/operator/feedback/${id}`)).body.data;
const problemsOf = async (fields: Fields, sending?: Sending) => {
  const { status, body } = await send({ ...valid, ...fields }, sending);
  return { status, ...body.data };
};

describe("feedback", () => {
  test("email must match the email pattern, else 'Invalid email'", async () => {
    expect(await problemsOf({ email: "ada@shop" })).toEqual({ status: 422, email: ["Invalid email"] });
    expect(await problemsOf({ email: "" })).toEqual({ status: 422, email: ["Invalid email"] });
  });

  test("an optional wallet address must match the ETH pattern, else 'Invalid wallet address'; ethAddress (only for BUG)", async () => {
    const wrong = { feedbackType: "BUG", ethAddress: "0x12" };
    expect(await problemsOf(wrong)).toEqual({ status: 422, ethAddress: ["Invalid wallet address"] });
    for (const [fields, ethAddress] of [
      [{ ...wrong, feedbackType: "PAY" }, undefined],
      [{ ...wrong, ethAddress: " " }, undefined],
      [{ ...wrong, ethAddress: operator.account.address.slice(2) }, operator.account.address],
    ] as const) {
      const { body } = await send({ ...valid, ...fields });
      expect((await find(body.data.id)).ethAddress).toBe(ethAddress);
    }
  });

  test("description is required, else 'No description'; at most 10000 chars, else 'Description: 10000 chars at maximum'", async () => {
    expect(await problemsOf({ description: " \n" })).toEqual({ status: 422, description: ["No description"] });
    const long = "x".repeat(feedbackDescriptionMax);
    expect(await problemsOf({ description: `${long}x` })).toEqual({
      status: 422,
      description: ["Description: 10000 chars at maximum"],
    });
    expect((await send({ ...valid, description: long })).status).toBe(200);
  });

  test("email and wallet address are trimmed", async () => {
    const wallet = operator.account.address;
    const { body } = await send({
      ...valid,
      feedbackType: "BUG",
      email: " ada@shop.example ",
      ethAddress: ` ${wallet} `,
    });
    expect(await find(body.data.id)).toMatchObject({ email: "ada@shop.example", ethAddress: wallet });
  });

  test("images are stored unchanged, regardless of their declared type", async () => {
    const { body } = await send(valid, {
      files: [
        ["a.png", png],
        ["b.html", png],
      ],
    });
    const { id } = body.data;
    expect((await storedEntries()).find((one) => one.id === id)).toMatchObject({ images: 2, state: "open" });
    const { body: image } = await asOperator(`GET /api/auth/operator/feedback/${id}/images/1`);
    expect(image.data).toEqual({ type: "image/png", base64: png.toString("base64") });
    expect((await asOperator(`GET /api/auth/operator/feedback/${id}/images/2`)).status).toBe(404);
  });

  test("files that are not images, too large or too many are refused, and nothing is stored", async () => {
    const by = await web.signIn();
    const page = Buffer.from("<script>alert(1)</script>");
    const wrongType = ["page.png is not a PNG, JPEG, GIF or WebP image."];
    expect(await problemsOf({}, { by, files: [["page.png", page]] })).toEqual({ status: 422, files: wrongType });
    const large = Buffer.concat([png, Buffer.alloc(imageBytesMax)]);
    const tooLarge = ["large.png is too large (over 10MB)"];
    expect(await problemsOf({}, { by, files: [["large.png", large]] })).toEqual({ status: 422, files: tooLarge });
    const four = ["a", "b", "c", "d"].map((name) => [name, png] as const);
    expect((await send(valid, { by, files: four })).status).toBe(400);
    const { count } = await web.database.db
      .selectFrom("feedback")
      .where("person_id", "=", by.userId)
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(0);
  });

  test("a request repeated by the network is stored once", async () => {
    const sending = { by: await web.signIn(), key: randomUUID() };
    const sent = await Promise.all([1, 2, 3].map(() => send({ ...valid, description: "Only once" }, sending)));
    expect(new Set(sent.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await storedEntries("size=100&keyword=Only%20once")).toHaveLength(1);
  });

  test("the number of messages per user and day is limited", async () => {
    const by = await web.signIn();
    await web.database.db
      .insertInto("feedback")
      .values(
        Array.from({ length: feedbackPerDay }, () => ({
          id: randomUUID(),
          person_id: by.userId,
          key: null,
          feedback_type: "OTHER" as const,
          email: "a@b.example",
          eth_address: null,
          description: "again",
        })),
      )
      .execute();
    expect((await send(valid, { by })).status).toBe(429);
  });
});

describe("an operator", () => {
  test("can search, filter, mark as answered and delete feedback with its images", async () => {
    const { body } = await send(
      { ...valid, feedbackType: "PAY", description: "50% off_ers" },
      { files: [["a.png", png]] },
    );
    const { id } = body.data;
    expect((await storedEntries("keyword=50%25%20off_&feedbackType=PAY&state=open")).map((one) => one.id)).toEqual([
      id,
    ]);
    expect(await storedEntries("keyword=50%25%20off_&feedbackType=BUG")).toEqual([]);
    expect((await asOperator(`POST /api/auth/operator/feedback/${id}/answer`)).status).toBe(200);
    expect((await find(id)).state).toBe("answered");
    expect(await storedEntries("keyword=50%25%20off_&state=open")).toEqual([]);
    expect((await asOperator(`DELETE /api/auth/operator/feedback/${id}`)).status).toBe(200);
    expect((await asOperator(`GET /api/auth/operator/feedback/${id}/images/0`)).status).toBe(404);
  });

  test("is the only one who can read feedback, and sending requires a session", async () => {
    const by = await web.signIn();
    const { body } = await send(valid, { by, files: [["a.png", png]] });
    for (const path of ["", `/${body.data.id}`, `/${body.data.id}/images/0`])
      expect((await asOperator(`GET /api/auth/operator/feedback${path}`, by)).status, path).toBe(404);
    const anonymous = await fetch(`${web.url}/api/hosting/feedback`, { method: "POST", body: new FormData() });
    expect(anonymous.status).toBe(401);
  });

  test("gets 404 for invalid IDs", async () => {
    for (const id of ["x", randomUUID()])
      expect((await asOperator(`GET /api/auth/operator/feedback/${id}`)).status).toBe(404);
  });
});
