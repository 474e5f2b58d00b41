import { expect, test } from "vitest";
import { ipnsRecursionMax } from "../../../../resources/gateway/limits.ts";
import type { ReadRecord } from "./record.ts";
import { resolveName } from "./resolve.ts";

const cid = "bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e";
const names = [
  "k51qzi5uqu5djokp3m1keo36hoxtd6u3a1d2rg1camf6al7p3huy63dojlm57c",
  "k51qzi5uqu5dlxdsdu5fpuu7h69wu4ohp32iwm9pdt9nq3y5rpn3ln9j12zfhe",
  "k51qzi5uqu5dit2ku9mutlfgwyz8u730on38kd10m97m36bjt66my99hb6103f",
  "k51qzi5uqu5dlkw8pxuw9qmqayfdeh4kfebhmreauqdc6a7c3y7d5i9fi8mk9w",
  "k51qzi5uqu5dm4tm0wt8srkg9h9suud4wuiwjimndrkydqm81cqtlb5ak6p7ku",
  "k51qzi5uqu5diamp7qnnvs1p1gzmku3eijkeijs3418j23j077zrkok63xdm8c",
  "k51qzi5uqu5dilgf7gorsh9vcqqq4myo6jd4zmqkuy9pxyxi5fua3uf7axph4y",
  "k51qzi5uqu5dlmit2tuwdvnx4sbnyqgmvbxftl0eo3f33wwtb9gr7yozae9kpw",
  "k51qzi5uqu5dghjous0agrwavl8vzl64xckoqzwqeqwudfr74kfd11zcyk3b7l",
] as const;

const recordOf = (value: string, ttlSeconds = 60, aliveSeconds = 3600): ReadRecord => ({
  bytes: new Uint8Array(),
  value,
  sequence: 1n,
  ttlSeconds,
  expiresAt: new Date(Date.now() + aliveSeconds * 1000),
});
const lookupIn = (records: Readonly<Record<string, ReadRecord>>) => async (key: string) => records[key];

test("a name resolves through other names, and their paths are combined", async () => {
  const current = lookupIn({
    [names[0]]: recordOf(`/ipns/${names[1]}/inner`, 300),
    [names[1]]: recordOf(`/ipfs/${cid}/outer`, 20),
  });
  expect(await resolveName(names[0], current)).toEqual({ cid, path: ["outer", "inner"], ttlSeconds: 20, teams: [] });
});

test("the cache time does not exceed the record's expiry", async () => {
  const current = lookupIn({ [names[0]]: recordOf(`/ipfs/${cid}`, 3600, 10) });
  expect((await resolveName(names[0], current))!.ttlSeconds).toBeLessThanOrEqual(10);
});

test("loops, unknown names and unsupported values do not resolve", async () => {
  const current = lookupIn({
    [names[0]]: recordOf(`/ipns/${names[1]}`),
    [names[1]]: recordOf(`/ipns/${names[0]}`),
    [names[2]]: recordOf(`/ipns/${names[3]}`),
    [names[4]]: recordOf("/dns/example.com"),
  });
  for (const name of [names[0], names[2], names[4], "example.com", ""])
    expect(await resolveName(name, current)).toBeUndefined();
});

test(`resolution follows at most ${ipnsRecursionMax} names`, async () => {
  const chain = (length: number) =>
    lookupIn(
      Object.fromEntries(
        names
          .slice(0, length)
          .map((name, at) => [name, recordOf(at === length - 1 ? `/ipfs/${cid}` : `/ipns/${names[at + 1]}`)]),
      ),
    );
  expect(await resolveName(names[0], chain(ipnsRecursionMax))).toMatchObject({ cid });
  expect(await resolveName(names[0], chain(ipnsRecursionMax + 1))).toBeUndefined();
});
