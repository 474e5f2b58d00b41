/** Prints the result of a deployment. */
import { errors } from "../../../resources/errors.ts";
import type { Options } from "../arguments.ts";
import { pages } from "../calls.ts";
import type { Cloud } from "../cloud.ts";
import { Failure } from "../failure.ts";
import type { Deployment } from "../follow.ts";
import type { Project } from "../projects.ts";
import { countText, green, print, printJson, secondsText, sizeText, printMessage } from "../terminal.ts";

export interface Sent {
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
export const report = (done: Done): void => {
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
export const digestRefused = ({ errorMessage }: Deployment): boolean => errorMessage === errors.UPLOAD_DIGEST.message;

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
