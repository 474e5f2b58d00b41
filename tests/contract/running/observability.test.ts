/** Traces, request IDs and metrics across a web process, a worker and the S3 service that stores their blobs. */
import { expect, test, vi } from "vitest";
import { version } from "../../../package.json" with { type: "json" };
import { newOwner } from "../../support/account/owner.ts";
import { freePort } from "../../support/free-port.ts";
import { patience } from "../../support/patience.ts";
import { separateProcesses } from "../../support/server/separate-processes.ts";
import { traceCollector, type ReceivedSpan } from "../../support/server/trace-collector.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callerId = "00f067aa0ba902b7";
const requestId = "deploy-of-the-test";

const idsAbove = (spans: readonly ReceivedSpan[], from: ReceivedSpan): string[] => {
  const parent = spans.find(({ spanId }) => spanId === from.parentSpanId);
  return parent ? [...idsAbove(spans, parent), parent.name] : [String(from.parentSpanId)];
};

test("a deployment is one trace of web, worker and engine, and its request ID is in the logs of both", async () => {
  const collector = await traceCollector(503);
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20secret" };
  const instance = await separateProcesses({ ...traces, LOG_LEVEL: "debug" }, traces);
  const port = await freePort();
  const web = await instance.start("web", "web");
  const worker = await instance.start("worker", "worker", { WORKER_ID: "barn-7", METRICS_PORT: String(port) });
  const [url] = await Promise.all([web.ready, worker.ready]);
  const owner = await newOwner(url);
  const project = { name: "traced", platform: "IPFS", deployType: "UPLOAD" };
  const { projectId } = await owner.data<{ projectId: string }>("POST /api/hosting/project", project);
  const text = "x".repeat(300_000);
  const files = [{ path: "index.html", sizeBytes: text.length }];
  const { uploadId } = await owner.data<{ uploadId: string }>("POST /api/hosting/upload", { kind: "folder", files });
  const send = (method: string, path: string, type: string, body: string) =>
    fetch(`${url}/api/hosting/${path}`, {
      method,
      body,
      headers: {
        authorization: owner.token,
        "content-type": type,
        "x-request-id": requestId,
        traceparent: `00-${traceId}-${callerId}-01`,
      },
    });
  const part = await send("PUT", `upload/${uploadId}/content?offset=0`, "application/octet-stream", text);
  expect([part.status, part.headers.get("x-request-id")]).toEqual([200, requestId]);
  const started = await send("POST", `project/${projectId}/build`, "application/json", JSON.stringify({ uploadId }));
  const { taskId } = ((await started.json()) as { data: { taskId: string } }).data;
  const state = async () =>
    (await owner.data<{ state: string }>(`GET /api/hosting/project/task/object/${taskId}`)).state;
  await vi.waitFor(async () => expect(await state()).toBe("success"), patience);

  const ours = () => collector.spans.filter((span) => span.traceId === traceId);
  const find = (name: string, roles: string) =>
    ours().find((span) => span.name === name && span.resource["freehold.roles"] === roles);
  await vi.waitFor(() => {
    expect(find("POST /api/hosting/project/:id/build", "web")).toBeDefined();
    expect(find("PUT /api/hosting/upload/:uploadId/content", "web")).toBeDefined();
    expect(idsAbove(ours(), find("blobs keep", "web")!)).toEqual([
      callerId,
      "PUT /api/hosting/upload/:uploadId/content",
    ]);
    const keep = find("blobs keep", "worker");
    expect(keep && idsAbove(ours(), keep)).toEqual([
      callerId,
      "POST /api/hosting/project/:id/build",
      "job deployment-publish",
      "publish",
    ]);
    const stored = ours().filter(
      ({ name, resource }) => name === "PUT s3" && resource["freehold.roles"] === "web,worker,owner",
    );
    expect(stored.some((span) => span.parentSpanId === keep?.spanId)).toBe(true);
  }, patience);
  const run = find("job deployment-publish", "worker")!;
  expect(run.resource).toMatchObject({ "service.name": "freehold", "service.version": version });
  expect(run.resource["service.instance.id"]).toBe("barn-7");
  expect(run.attributes["freehold.request_id"]).toBe(requestId);
  expect(collector.invalid).toEqual([]);
  expect(collector.headers[0]).toMatchObject({ url: "/v1/traces", "x-key": "a secret" });
  const texts = JSON.stringify(ours());
  for (const secret of [owner.token, uploadId]) expect(texts).not.toContain(secret);

  const linesOf = async (name: string) =>
    (await instance.logOf(name))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const [name, roles] of [
    ["web", "web"],
    ["worker", "worker"],
  ] as const) {
    const lines = await linesOf(name);
    expect(lines.filter((line) => line["roles"] !== roles || line["version"] !== version || !line["process"])).toEqual(
      [],
    );
    const related = lines.filter((line) => line["requestId"] === requestId);
    expect(related.map((line) => line["traceId"] ?? traceId)).toContain(traceId);
  }
  expect((await linesOf("worker")).find((line) => line["queue"] === "deployment-publish")).toMatchObject({
    requestId,
    traceId,
    process: "barn-7",
  });

  const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(figures).toContain(`freehold_info{process="barn-7",roles="worker",version="${version}"} 1`);
  expect(figures).toMatch(/^job_duration_seconds_count\{queue="deployment-publish",outcome="ok"\} 1$/m);
  expect(figures).toMatch(/^engine_call_duration_seconds_count\{engine="blobs",upstream="s3",outcome="ok"\} [1-9]/m);
  expect(figures).toMatch(/^build_slots\{lane="build"\} [1-9]/m);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/api/hosting/project/v3/list`)).status).toBe(404);
});
