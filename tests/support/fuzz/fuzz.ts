/** Sends generated requests to a server and reports which answers are faults. */
import fc from "fast-check";
import { expect } from "vitest";
import { declaredStatus, endpointRequestOf, rawRequests, sendRaw, signedFor } from "./fuzz-endpoints.ts";
import { startFuzzTarget, senderTo, type RawAnswer, type RawRequest } from "./fuzz-target.ts";
import { described, faultIn, faultInAny, requestOf } from "./fuzz-requests.ts";
import { expectReady } from "../server/ready.ts";

/** The same for every run, so that results are reproducible. */
const seedOfEveryRun = 20_261_123;
const patienceMs = 30_000;
const atOnce = 8;
const reportedMax = 40;
/** A lower share would mean that most requests no longer get past authentication. */
const successShareMin = 0.1;
/** One request to another handler per five API requests. */
const endpointShare = 0.2;

/** `FUZZ_SEED` selects another run. */
export const fuzzCloud = async (count: number): Promise<void> => {
  const seed = Number(process.env.FUZZ_SEED ?? seedOfEveryRun);
  const target = await startFuzzTarget();
  const { url } = target;
  const send = senderTo(url, patienceMs);

  const requests = fc.sample(requestOf(target), { seed, numRuns: count });
  let successes = 0;
  const apiFaults = await faultsOf(requests, async (request) => {
    const answer = await send(request);
    if (answer.status === 200) successes += 1;
    return told(faultIn(request, answer), answer);
  });
  const fronts = fc.sample(endpointRequestOf(target), { seed, numRuns: Math.ceil(count * endpointShare) });
  const frontFaults = await faultsOf(fronts, async (request) => {
    const answer = await send(await signedFor(url, request, target.s3Key));
    return declaredStatus(request, answer.status) ? undefined : told(faultInAny(answer), answer);
  });
  const rawFaults = await faultsOf(
    rawRequests.map((text) => ({ method: "", path: text, headers: {} })),
    async ({ path }) => ((await sendRaw(url, path, patienceMs)) >= 500 ? "a fault of ours" : undefined),
  );

  const insides = [...new Set(target.faults.map((fault) => (fault instanceof Error ? fault.stack : String(fault))))];
  const report = [...apiFaults, ...frontFaults, ...rawFaults].slice(0, reportedMax);
  expect([...report, ...insides], `Repeat with FUZZ_SEED=${seed}`).toEqual([]);
  expect(successes / count).toBeGreaterThan(successShareMin);
  await expectReady(url);
};

const told = (what: string | undefined, { text }: RawAnswer): string | undefined =>
  what === undefined ? undefined : `${what}: ${text.slice(0, 300)}`;

/** Sends all requests, several at once. Returns the first fault of each kind per path. */
const faultsOf = async <R extends RawRequest>(
  requests: readonly R[],
  faultOf: (request: R) => Promise<string | undefined>,
): Promise<string[]> => {
  const kinds = new Map<string, string>();
  const left = requests.values();
  const worker = async (): Promise<void> => {
    for (const request of left) {
      const what = await faultOf(request).catch(String);
      const kind = `${request.method} ${request.path.slice(0, 30)} ${what?.slice(0, 40)}`;
      if (what !== undefined && !kinds.has(kind)) kinds.set(kind, `${what}\n  ${described(request)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return [...kinds.values()];
};
