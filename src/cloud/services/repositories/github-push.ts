/** Handles GitHub's push webhooks. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import * as z from "zod/mini";
import { AppError } from "../../app-error.ts";
import type { CodeHosts } from "../code-host/service.ts";
import { branchOf, pushQueue, type PushJob, type PushDeps } from "./push-events.ts";
import { findAny } from "./store.ts";

/** GitHub's maximum payload. For larger pushes users start the deployment with Deploy. */
const bodyBytesMax = 25 * 1024 * 1024;

const hash = z.string().check(z.regex(/^[0-9a-f]{40,64}$/));
const pushEvent = z.object({
  ref: z.string(),
  before: hash,
  after: hash,
  repository: z.object({ id: z.int() }),
});

export interface Delivery {
  readonly repositoryId: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

/**
 * Queues a push and returns whether it was a push to a branch. A repeated or replayed delivery is queued once. Throws
 * UNAUTHORIZED for a body that is not signed with the secret of the repository's hook.
 */
export const receiveGitHubPush = async (
  deps: PushDeps & { readonly codeHosts: Pick<CodeHosts, "isSigned"> },
  { repositoryId, headers, body: stream }: Delivery,
): Promise<boolean> => {
  const body = await readAll(stream);
  const signature = String(headers["x-hub-signature-256"] ?? "");
  const repository = await findAny(deps.db, repositoryId);
  const signed = repository && (await deps.codeHosts.isSigned(deps.db, repository.id, body, signature));
  if (!signed) throw new AppError("UNAUTHORIZED", { message: "The signature does not match." });
  if (headers["x-github-event"] !== "push") return false;
  const event = pushEvent.safeParse(parsed(body)).data;
  const branch = event && branchOf(event.ref);
  if (!event || branch === undefined || String(event.repository.id) !== repository.externalId) return false;
  const job: PushJob = {
    repositoryId: repository.id,
    branch,
    before: hashOrNone(event.before),
    after: hashOrNone(event.after),
  };
  const key = `${repository.id} ${createHash("sha256").update(body).digest("hex")}`;
  await deps.db.transaction().execute((trx) => deps.jobs.send(trx, pushQueue, job, { key }));
  return true;
};

const hashOrNone = (text: string): string | undefined => (/^0+$/.test(text) ? undefined : text);

const readAll = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw new AppError("PAYLOAD_TOO_LARGE");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
};
