import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { webhookEvents, type Delivery, type Webhook } from "../../../../resources/account/webhook.ts";
import { testCloud, type TestCloud } from "../../../../tests/support/server/cloud.ts";
import { hookReceiver } from "../../../../tests/support/git/hook-receiver.ts";
import { newOwner } from "../../../../tests/support/account/owner.ts";

const line = (method: string, below = ""): string => `${method} /api/auth/team/webhook${below}`;

type Receiver = Awaited<ReturnType<typeof hookReceiver>>;
type Owner = Awaited<ReturnType<typeof newOwner>>;
type IsGenuine = (secret: string, signature: unknown, body: string) => boolean;

let cloud: TestCloud;
let receivers: Receiver[];
let isGenuine: IsGenuine;
beforeAll(async () => {
  receivers = await Promise.all(Array.from({ length: 6 }, hookReceiver));
  cloud = await testCloud({ WEBHOOK_PRIVATE_HOSTS: receivers.map(({ host }) => host).join() });
  isGenuine = await documentedCheck();
});

/** Returns the verification function of docs/guides/webhooks.md. */
const documentedCheck = async (): Promise<IsGenuine> => {
  const document = readFileSync(join(import.meta.dirname, "../../../../docs/guides/webhooks.md"), "utf8");
  const code = /```js\n(.*?)```/s.exec(document)![1]!;
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { isGenuine: IsGenuine };
  return module.isGenuine;
};

const set = (user: Owner, webhook: Partial<Webhook> & { readonly url: string }) =>
  user.data<{ webhook: Webhook; secret: string | null }>(line("PUT"), {
    events: webhookEvents,
    active: true,
    ...webhook,
  });
const show = (user: Owner) => user.data<{ webhook: Webhook | null; deliveries: Delivery[] }>(line("GET"));

const newest = (user: Owner, is: (delivery: Delivery) => boolean): Promise<Delivery> =>
  vi.waitFor(
    async () => {
      const [first] = (await show(user)).deliveries;
      if (!first || !is(first)) throw new Error(`The newest delivery is ${JSON.stringify(first)}.`);
      return first;
    },
    { timeout: 90_000, interval: 50 },
  );

describe("a team's webhook", () => {
  it("receives its team's deployments, each signed with the secret that was shown once", async () => {
    const [receiver, owner] = [receivers[0]!, await newOwner(cloud.url)];
    expect(await show(owner)).toEqual({ webhook: null, deliveries: [] });
    const { secret } = await set(owner, { url: receiver.url });
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect((await set(owner, { url: receiver.url })).secret).toBeNull();
    expect(JSON.stringify(await show(owner))).not.toContain(secret);

    const projectId = await owner.site("orchard", "apples");
    const [{ headers, body }] = (await receiver.heard("deployment.succeeded")) as [Receiver["calls"][0]];
    const signature = headers["freehold-signature"];
    expect(isGenuine(secret!, signature, body)).toBe(true);
    expect(isGenuine(secret!, signature, `${body} `)).toBe(false);
    expect(isGenuine("whsec_other", signature, body)).toBe(false);
    expect(isGenuine(secret!, `${String(signature)}0`, body)).toBe(false);
    expect(headers["content-type"]).toBe("application/json");
    expect(JSON.parse(body)).toMatchObject({
      id: expect.any(String),
      event: "deployment.succeeded",
      teamId: expect.any(String),
      createdAt: expect.any(Number),
      data: { projectId, projectName: "orchard", state: "success", error: null, preview: false },
    });
    const delivery = await newest(owner, ({ state }) => state === "delivered");
    expect(delivery).toMatchObject({ attempts: 1, status: 204, problem: "", body });
  });

  it("signs with the new secret after a renewal", async () => {
    const [receiver, owner] = [receivers[1]!, await newOwner(cloud.url)];
    const first = await set(owner, { url: receiver.url });
    const { secret } = await owner.data<{ secret: string }>(line("POST", "/secret"));
    await owner.data(line("POST", "/test"));
    const [{ headers, body }] = (await receiver.heard("ping")) as [Receiver["calls"][0]];
    const genuine = [first.secret!, secret].map((one) => isGenuine(one, headers["freehold-signature"], body));
    expect(genuine).toEqual([false, true]);
  });

  it("is retried after a refusal, and redelivered manually with the same content", async () => {
    const [receiver, owner] = [receivers[2]!, await newOwner(cloud.url)];
    await set(owner, { url: receiver.url });
    receiver.answer.status = 500;
    const { id } = await owner.data<Delivery>(line("POST", "/test"));
    const refused = await newest(owner, ({ attempts, status }) => attempts > 0 && status !== null);
    expect(refused).toMatchObject({ id, state: "waiting", status: 500, problem: expect.stringContaining("500") });
    receiver.answer.status = 200;
    const delivered = await newest(owner, ({ state }) => state === "delivered");
    expect(delivered).toMatchObject({ id, status: 200, problem: "" });
    expect(delivered.attempts).toBeGreaterThan(1);

    const again = await owner.data<Delivery>(line("POST", `/deliveries/${id}/redeliver`));
    expect(again.id).not.toBe(id);
    await newest(owner, (delivery) => delivery.id === again.id && delivery.state === "delivered");
    const bodies = new Set(receiver.calls.map(({ body }) => body));
    expect(bodies.size).toBe(1);
  });

  it("follows no redirects", async () => {
    const [receiver, owner] = [receivers[3]!, await newOwner(cloud.url)];
    await set(owner, { url: receiver.url });
    Object.assign(receiver.answer, { status: 302, location: `${cloud.url}/healthz` });
    await owner.data(line("POST", "/test"));
    expect(await newest(owner, ({ status }) => status !== null)).toMatchObject({ state: "waiting", status: 302 });
  });

  it("receives the subscribed events, and nothing while it is turned off", async () => {
    const [receiver, owner] = [receivers[4]!, await newOwner(cloud.url)];
    await set(owner, { url: receiver.url, events: ["deployment.failed"] });
    await owner.site("quiet", "x");
    await set(owner, { url: receiver.url, active: false });
    await owner.site("quieter", "x");
    expect((await show(owner)).deliveries).toEqual([]);
    await owner.data(line("DELETE"));
    expect(await show(owner)).toEqual({ webhook: null, deliveries: [] });
    const { status, body } = await owner.call(line("POST", "/test"), { token: owner.token, body: {} });
    expect([status, body.code]).toEqual([404, "WEBHOOK_MISSING"]);
    expect(receiver.calls).toEqual([]);
  });

  it("can't be in a private network", async () => {
    const owner = await newOwner(cloud.url);
    const refused = async (url: string) => {
      const body = { url, events: ["deployment.failed"], active: true };
      return (await owner.call(line("PUT"), { token: owner.token, body })).status;
    };
    for (const url of [
      "http://127.0.0.1:9/",
      "http://localhost/",
      "http://[::1]/",
      "http://169.254.169.254/latest/meta-data",
      "http://2130706433/",
      "ftp://example.com/",
      "https://user:password@example.com/",
      "not an address",
    ])
      expect(await refused(url), url).toBe(422);
  });

  it("a name that resolves to a private network is refused on delivery without revealing the address", async () => {
    const owner = await newOwner(cloud.url);
    const { db } = cloud.database;
    await set(owner, { url: "https://example.com/" });
    // A name of this machine, as if its owner had pointed it to a private address after saving.
    await db
      .updateTable("webhook")
      .set({ url: "http://localhost:1/" })
      .where("url", "=", "https://example.com/")
      .execute();
    await owner.data(line("POST", "/test"));
    const { problem } = await newest(owner, ({ attempts, problem: message }) => attempts > 0 && message !== "");
    expect(problem).toBe("The URL is not on the public internet.");
  });

  it("and its deliveries are visible to its team only", async () => {
    const [receiver, owner, stranger] = [receivers[5]!, await newOwner(cloud.url), await newOwner(cloud.url)];
    await set(owner, { url: receiver.url });
    await set(stranger, { url: receiver.url });
    const { id } = await owner.data<Delivery>(line("POST", "/test"));
    for (const other of [id, randomUUID(), "none"]) {
      const answer = await stranger.call(line("POST", `/deliveries/${other}/redeliver`), {
        token: stranger.token,
        body: {},
      });
      expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
    }
    expect((await show(stranger)).deliveries).toEqual([]);
  });
});
