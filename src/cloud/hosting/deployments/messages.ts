/** Messages in deployment logs and deployment errors. */
import { listedFiles } from "../../../../resources/hosting/secret-files.ts";
import { logLinesMax } from "../../../../resources/limits.ts";

const megabyte = 1024 * 1024;
const shownNamesMax = 20;

const sizeOf = (bytes: number): string =>
  bytes < megabyte ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / megabyte).toFixed(1)} MB`;
const filesOf = (count: number): string => (count === 1 ? "1 file" : `${count} files`);
const minutesOf = (minutes: number): string => {
  if (minutes < 1) return `${Math.round(minutes * 60)} seconds`;
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
};

export const messages = {
  nameTaken: (name: string) => `Your team already has a project named ${name}.`,
  addressTaken: (name: string) => `The address ${name} is already taken.`,
  nameFree: (name: string) => `Try ${name}.`,
  queued: "Queued.",
  pending: "Preparing.",
  running: "Building.",
  syncing: "Publishing.",
  cancelled: "The deployment was cancelled. The live site is unchanged.",
  internal: "An internal error occurred. The live site is unchanged. Deploy again.",
  filesGone: "The uploaded files have expired. Upload them again.",
  noHash: "Invalid hash. Use a path like /ipfs/bafy… or /ipfs/Qm…",
  notHeld: (path: string) =>
    `${path} isn't stored here, and no IPFS gateway is configured. Upload the files or a CAR instead.`,
  fetching: (cid: string) => `Fetching ${cid} from the configured IPFS gateways.`,
  fetched: (bytes: number) => `Received ${sizeOf(bytes)}.`,
  fetchTimeout: (minutes: number) => `Fetching timed out after ${minutesOf(minutes)}. Try again later.`,
  folderMissing: (path: string) => `${path} not found. Check the folder after the hash.`,
  noName: "Invalid IPNS name. Use a name like /ipns/k51…",
  nameUnknown: (path: string) =>
    `${path} not found. Publish it in the IPNS manager, or ask your administrator to connect to the IPFS network.`,
  hashIsFile: "This hash is a single file, but a site must be a folder. Enter the file's folder, or upload the file.",
  notFromHash: "This project has no hash or IPNS name.",
  noSource: "This project has no hash or template to change.",
  templateGone: "The project's template no longer exists. The live site is unchanged.",
  notConnected: (platform: string) => `${platform} is unavailable. Choose IPFS.`,
  logCut: `Log truncated after ${logLinesMax.toLocaleString("en")} lines.`,
  cacheRestored: (folder: string) => `Restored ${folder} from the build cache.`,
  cacheKept: (folder: string, bytes: number) => `Cached ${folder} for the next build (${sizeOf(bytes)}).`,
  cacheTooLarge: (folder: string, bytes: number) =>
    `${folder} was not cached: it exceeds ${sizeOf(bytes)} or has too many files.`,
  versions: (versions: readonly string[]) => `Uses ${versions.join(", ")}.`,
  noPackageJson: "No package.json found. Skipping install.",
  noBuildCommand: "No build command. Publishing the files unchanged.",

  checkout: (repository: string, branch: string | null, hash: string) =>
    `Checked out ${repository}${branch ? `, branch ${branch},` : ""} at ${hash.slice(0, 12)}.`,
  command: (command: string) => `$ ${command}`,
  secretsLeftOut: (paths: readonly string[]) =>
    `Not published, because such files usually hold secrets: ${listedFiles(paths)}. Rename a file to publish it.`,
  measured: (files: number, bytes: number) => `The output has ${filesOf(files)}, ${sizeOf(bytes)}.`,
  success: (files: number, cid: string) => `Published ${filesOf(files)} as ${cid}.`,
  live: (url: string) => `The site is live at ${url}`,
  previewLive: (url: string) => `The preview is live at ${url}`,
  previewGone: "The branch preview was removed during the deployment. The live site is unchanged.",
  previewsFull: "All branch previews of this project are being deployed. Wait for one to finish.",
  previewsOfRepositories: "Previews require a repository project.",
  hooksOfRepositories: "Deploy hooks require a repository project.",
  placed: (platform: string, address: string) => `Also published to ${platform}: ${address}`,
  notLive: "A newer deployment, a rollback or a promotion is live. This deployment is kept.",
  rolledBackTo: (url: string) => `Rolled back. The site shows these files at ${url}`,
  rolledBackFrom: "Rolled back. An earlier deployment is live instead of this one.",
  promotedTo: (url: string) => `Promoted to production. The site shows these files at ${url}`,
  promotedFrom: "A preview was promoted to production and is live instead of this deployment.",
  promotionOfNone: "You can promote only a successful deployment of a preview.",
  promotionOfLive: "This deployment is already in production.",
  promotionOfCanister: "Internet Computer deployments can't be promoted. Deploy the branch to production instead.",
  promotionWithoutFiles: "The files of this deployment are no longer stored, so it can't be promoted.",
  rollbackOfNone: "You can roll back only to a successful deployment.",
  rollbackOfLive: "This deployment is already live.",
  rollbackOfCanister: "Internet Computer sites can't be rolled back. Redeploy instead.",
  rollbackWithoutPreview: "The branch preview no longer exists.",
  rollbackWithoutFiles: "The files of this deployment have expired. Redeploy instead.",

  exit: (step: string, code: number) => `The ${step} failed: the command exited with code ${code}.`,
  timeout: (minutes: number) => `The build timed out after ${minutesOf(minutes)}.`,
  memory: (step: string, megabytes: number) => `The ${step} was stopped: it exceeded ${megabytes} MB of memory.`,
  processes: (step: string) => `The ${step} was stopped: it exceeded the limit of processes and threads.`,
  disk: (step: string, bytes: number) => `The ${step} was stopped: it wrote more than ${sizeOf(bytes)}.`,
  output: (step: string) => `The ${step} was stopped: its output exceeded the log size limit.`,
  branchMissing: (branch: string) => `The repository has no branch "${branch}". Push it and deploy again.`,
  commitMissing: (hash: string) => `The repository has no commit ${hash}.`,
  rootMissing: (folder: string) => `The root directory "${folder}" was not found in the repository.`,
  outputMissing: (folder: string, existing: readonly string[]) =>
    `The output directory "${folder}" does not exist after the build. Found: ${namesOf(existing)}.`,
  outputOutside: (folder: string) =>
    `The output directory "${folder}" is outside the project's folder. Nothing was published.`,
  outputFile: (folder: string) => `The output directory "${folder}" is a file. Nothing was published.`,
  tooManyFiles: (max: number) => `The output has more than ${max.toLocaleString("en")} files. Nothing was published.`,
  tooLarge: (bytes: number) => `The output is larger than ${sizeOf(bytes)}. Nothing was published.`,
  specialFile: (path: string) =>
    `The output contains "${path}", which is a link or a special file. Nothing was published.`,
  nameNotText: (path: string) =>
    `The output contains "${path}", which is not valid UTF-8. Rename it. Nothing was published.`,
  pathTooLong: (path: string, max: number) =>
    `The output contains a path longer than ${max.toLocaleString("en")} bytes: "${path.slice(0, 40)}…". Nothing was published.`,
} as const;

const namesOf = (names: readonly string[]): string => {
  if (names.length === 0) return "nothing";
  const rest = names.length - shownNamesMax;
  return names.slice(0, shownNamesMax).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
};
