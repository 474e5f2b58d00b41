import { statSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { build } from "../../../resources/hosting/project-calls.ts";
import type { Arguments, Options } from "../arguments.ts";
import { calls, pages } from "../calls.ts";
import type { Cloud } from "../cloud.ts";
import { signedIn } from "../credentials.ts";
import { Failure } from "../failure.ts";
import { openCache, type DigestCache } from "../files/cache.ts";
import { collectFile, collectFolder, type Collected } from "../files/collect.ts";
import { digestsOf } from "../files/digests.ts";
import { followDeployment, type Deployment } from "../follow.ts";
import { selectProject, type Project } from "../projects.ts";
import { countText, dim, progress, sizeText, printMessage, green, print, printJson, secondsText } from "../terminal.ts";
import { sendFiles } from "../upload.ts";
import { ask, isInteractive } from "../prompts.ts";
import { requireLink } from "./link.ts";
import { errors } from "../../../resources/declare/errors.ts";
import { listedFiles, namesInZip, secretFilesIn } from "../../../resources/hosting/secret-files.ts";

/** Folder, zip or branch → upload → queued deployment → log → URL. */
export const deploy = async ({ positional, options }: Arguments): Promise<void> => {
  const startedAt = Date.now();
  const link = await requireLink(options, (host) => signedIn(options, host));
  const cloud = signedIn(options, link?.host);
  const look = () => lookAt(resolve(positional ?? "."), link?.folder);
  // If the link is for file deployments, files are read while the server returns the project.
  const isKnown = options.project === undefined && link?.deployType === "UPLOAD";
  const [project, early] = await Promise.all([selectProject(cloud, options, link), isKnown ? look() : undefined]);

  if (project.deployType !== "UPLOAD" && positional !== undefined)
    throw new Failure(
      `${project.name} can't be deployed from a folder. Run freehold deploy without a folder, or link another project.`,
      "usage",
    );
  if (project.deployType === "UPLOAD" && options.branch !== undefined)
    throw new Failure(`${project.name} has no branches. Deploy a folder instead.`, "usage");
  const local = early ?? (project.deployType === "UPLOAD" ? await look() : undefined);
  const secrets = local && (await mayPublish(local, options));
  const sent = local && (await send(cloud, { ...local, secrets: secrets ?? false }));
  const taskId = await queue(cloud, project.id, options, sent?.uploadId);
  const done = { cloud, options, project, taskId, startedAt, sent };
  if (options["no-wait"]) return report(done);

  const deployment = await followDeployment(cloud, taskId, ({ content }) => printMessage(dim(content)));
  if (digestRefused(deployment)) local?.cache.clear();
  report({ ...done, deployment });
};

interface Local extends Collected {
  readonly kind: "folder" | "zip";
  readonly root: string;
  readonly digests: readonly string[];
  readonly cache: DigestCache;
}

const lookAt = async (path: string, linkFolder: string | undefined): Promise<Local> => {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info) throw new Failure(`${path} does not exist. Build the site first, or specify its folder.`, "usage");
  const isZip = info.isFile() && /\.zip$/i.test(path);
  if (!info.isDirectory() && !isZip) throw new Failure(`${path} is neither a folder nor a zip.`, "usage");
  const root = isZip ? dirname(path) : path;
  const collected = isZip ? collectFile(path, basename(path)) : collectFolder(path);
  printLeftOut("Left out, because links and special files cannot be published", collected.skipped);
  printLeftOut("Left out by default", collected.excluded);
  progress(`Checking ${countText(collected.files.length, "file")}, ${sizeText(collected.sizeBytes)}`);
  const cache = openCache(linkFolder, path);
  return {
    ...collected,
    kind: isZip ? "zip" : "folder",
    root,
    cache,
    digests: await digestsOf(root, collected.files, cache),
  };
};

const printLeftOut = (reason: string, paths: readonly string[]): void => {
  if (paths.length > 0) printMessage(`${reason}: ${paths.slice(0, 5).join(", ")}${paths.length > 5 ? " …" : ""}`);
};

/**
 * Asks before files are published that are usually secret, also those in a zip. Returns whether there are any. Throws a
 * Failure if they are to stay secret.
 */
const mayPublish = async (local: Local, options: Options): Promise<boolean> => {
  const paths = local.kind === "zip" ? await zipNames(join(local.root, local.files[0]!.path)) : pathsOf(local);
  const files = secretFilesIn(paths);
  if (files.length === 0) return false;
  const found = `These files are usually secret: ${listedFiles(files)}.`;
  if (options.secrets) return true;
  if (!isInteractive()) throw new Failure(`${found} Remove them, or deploy with --secrets if everyone may read them.`);
  printMessage(found);
  if (/^y(es)?$/i.test(await ask("Publish them for everyone? [y/N]"))) return true;
  throw new Failure("Nothing was deployed.");
};

const pathsOf = ({ files }: Local): string[] => files.map(({ path }) => path);

const zipNames = async (path: string): Promise<string[]> => {
  const handle = await open(path);
  try {
    return await namesInZip((await handle.stat()).size, async (offset, length) => {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await handle.read(bytes, 0, length, offset);
      return bytes.subarray(0, bytesRead);
    });
  } finally {
    await handle.close();
  }
};

const send = async (cloud: Cloud, local: Local & { readonly secrets: boolean }): Promise<Sent> => {
  const onSent = (sent: number, total: number) => progress(`Uploading ${sizeText(sent)} of ${sizeText(total)}`);
  const { uploadId, sentBytes } = await sendFiles(cloud, { ...local, onSent });
  return { uploadId, sentBytes, fileCount: local.files.length, sizeBytes: local.sizeBytes };
};

const queue = async (cloud: Cloud, id: string, { message, branch }: Options, uploadId?: string): Promise<string> => {
  progress("Queueing");
  const body = { uploadId, message, branch };
  return (await cloud.call<typeof build>(calls.build, { params: { id }, body })).taskId;
};

// Prints the result of a deployment.

interface Sent {
  readonly uploadId: string;
  readonly sentBytes: number;
  readonly fileCount: number;
  readonly sizeBytes: number;
}

interface Done {
  readonly cloud: Cloud;
  readonly options: Options;
  readonly project: Project;
  readonly taskId: string;
  readonly startedAt: number;
  /** Absent if a branch was built. */
  readonly sent: Sent | undefined;
  /** Absent with --no-wait. */
  readonly deployment?: Deployment;
}

/** Prints the URL. Throws a Failure if the deployment failed. */
const report = (done: Done): void => {
  const { options, project, deployment, startedAt } = done;
  const page = pageOf(done);
  const url = deployment?.target === "preview" ? (deployment.previewUrl ?? deployment.domain!) : project.mainLink;
  if (options.json) printJson(resultOf(done, page, url));
  if (deployment && deployment.state !== "success") throw new Failure(endOf(deployment, page));
  if (options.json) return;
  const took = secondsText(Date.now() - startedAt);
  printMessage(
    deployment
      ? `${green("✓")} Live after ${took}. ${sentText(done.sent)}`
      : `${green("✓")} Queued. ${sentText(done.sent)}`,
  );
  print(deployment ? url : page);
};

/** Whether the uploaded files didn't match their digests. */
const digestRefused = ({ errorMessage }: Deployment): boolean => errorMessage === errors.UPLOAD_DIGEST.message;

const resultOf = ({ project, taskId, sent, deployment, startedAt }: Done, page: string, url: string) => ({
  projectId: project.id,
  taskId,
  state: deployment?.state ?? "queued",
  url,
  page,
  cid: deployment?.cid,
  fileCount: deployment?.fileCount ?? sent?.fileCount,
  sizeBytes: deployment?.sizeBytes ?? sent?.sizeBytes,
  sentBytes: sent?.sentBytes,
  errorMessage: deployment?.errorMessage,
  milliseconds: Date.now() - startedAt,
});

const endOf = ({ state, errorMessage }: Deployment, page: string): string =>
  `${errorMessage ?? `Deployment status: ${state}.`} See ${page}`;

const sentText = (sent: Sent | undefined): string => {
  if (!sent) return "";
  const all = `${countText(sent.fileCount, "file")}, ${sizeText(sent.sizeBytes)}`;
  return sent.sentBytes === 0 ? `${all}: unchanged, nothing to upload.` : `${all}.`;
};

const pageOf = ({ cloud, project, taskId }: Done): string => {
  const values: Record<string, string> = { projName: project.name, id: project.id, taskId };
  return cloud.origin + pages.build.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
};
