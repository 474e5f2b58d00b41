/** What the cloud itself says in a deployment's log and as its error, each sentence once. */
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

export const sentences = {
  queued: "Queued.",
  pending: "Preparing.",
  running: "Building.",
  syncing: "Publishing.",
  cancelled: "The deployment was cancelled. The live site is unchanged.",
  internal: "Something went wrong on our side. The live site is unchanged. Please deploy again.",
  filesGone: "The files of this upload are no longer kept. Please upload them again.",
  noHash: "This is no hash of content. It looks like /ipfs/bafy… or /ipfs/Qm…",
  notHeld: (path: string) => `This cloud does not hold ${path}. Upload the files or pin them first.`,
  noName: "This is no IPNS name of a key. It looks like /ipns/k51…",
  nameUnknown: (path: string) =>
    `Nothing is known here of ${path}. Publish it in the IPNS Manager, or ask whoever runs this cloud to connect it to the network.`,
  hashIsFile: "This hash is a single file, and a site is a folder. Name the folder that holds it, or upload the file.",
  notFromHash: "This project shows neither a hash nor a name.",
  noSource: "This project has neither a hash nor a template to change.",
  templateGone: "The template of this project does not exist any more. The live site is unchanged.",
  notConnected: (platform: string) => `This cloud is not connected to ${platform}. Choose IPFS.`,
  logCut: `The log is cut here: it holds ${logLinesMax.toLocaleString("en")} lines at most.`,
  noPackageJson: "No package.json: nothing to install.",
  noBuildCommand: "No build command: the files are published as they are.",

  checkout: (repository: string, branch: string | null, hash: string) =>
    `Checked out ${repository}${branch ? `, branch ${branch},` : ""} at ${hash.slice(0, 12)}.`,
  command: (command: string) => `$ ${command}`,
  measured: (files: number, bytes: number) => `The output has ${filesOf(files)}, ${sizeOf(bytes)}.`,
  success: (files: number, cid: string) => `Published ${filesOf(files)} as ${cid}.`,
  live: (url: string) => `The site is live at ${url}`,
  previewLive: (url: string) => `The preview is live at ${url}`,
  previewGone: "This branch's preview was removed meanwhile. The live site is unchanged.",
  previewsFull: "All branch previews of this project are being deployed right now. Please wait for one to end.",
  hooksOfRepositories: "Only a project from a repository has deploy hooks.",
  placed: (platform: string, address: string) => `${platform} holds the site, too: ${address}`,
  notLive: "Something newer is shown: a later deployment or a rollback. This one is kept beside it.",
  rolledBackTo: (url: string) => `Rolled back: these files are shown again at ${url}`,
  rolledBackFrom: "Rolled back: an earlier deployment is shown instead of this one.",
  rollbackOfNone: "Only a deployment that succeeded can be shown again.",
  rollbackOfLive: "This deployment is shown already.",
  rollbackOfCanister: "A site on the Internet Computer cannot be rolled back. Please redeploy instead.",
  rollbackWithoutPreview: "The preview of this branch does not exist any more.",
  rollbackWithoutFiles: "The files of this deployment are no longer kept. Please redeploy instead.",

  exit: (step: string, code: number) => `The ${step} failed: the command ended with code ${code}.`,
  timeout: (minutes: number) => `The build was stopped: it took longer than ${minutesOf(minutes)}.`,
  memory: (step: string, megabytes: number) =>
    `The ${step} was stopped: it needed more than ${megabytes} MB of memory.`,
  disk: (step: string, bytes: number) => `The ${step} was stopped: it wrote more than ${sizeOf(bytes)}.`,
  output: (step: string) => `The ${step} was stopped: it printed more than a log can hold.`,
  branchMissing: (branch: string) => `The repository has no branch "${branch}". Push it and deploy again.`,
  commitMissing: (hash: string) => `The repository has no commit ${hash}.`,
  rootMissing: (folder: string) => `The root directory "${folder}" does not exist in the repository.`,
  outputMissing: (folder: string, found: readonly string[]) =>
    `The output directory "${folder}" does not exist after the build. Found: ${namesOf(found)}.`,
  outputOutside: (folder: string) =>
    `The output directory "${folder}" leaves the project's folder. Nothing was published.`,
  outputFile: (folder: string) => `The output directory "${folder}" is a file. Nothing was published.`,
  tooManyFiles: (max: number) => `The output has more than ${max.toLocaleString("en")} files. Nothing was published.`,
  tooLarge: (bytes: number) => `The output is larger than ${sizeOf(bytes)}. Nothing was published.`,
  specialFile: (path: string) =>
    `The output holds "${path}", which is a link or a special file. Nothing was published.`,
  nameNotText: (path: string) =>
    `The output holds "${path}", whose name is not UTF-8. Please rename it. Nothing was published.`,
  pathTooLong: (path: string, max: number) =>
    `The output holds a path of more than ${max.toLocaleString("en")} bytes: "${path.slice(0, 40)}…". Nothing was published.`,
} as const;

const namesOf = (names: readonly string[]): string => {
  if (names.length === 0) return "nothing";
  const rest = names.length - shownNamesMax;
  return names.slice(0, shownNamesMax).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
};
