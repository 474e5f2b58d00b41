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
  logCut: `The log is cut here: it holds ${logLinesMax.toLocaleString("en")} lines at most.`,
  noPackageJson: "No package.json: nothing to install.",
  noBuildCommand: "No build command: the files are published as they are.",

  checkout: (repository: string, branch: string | null, hash: string) =>
    `Checked out ${repository}${branch ? `, branch ${branch},` : ""} at ${hash.slice(0, 12)}.`,
  command: (command: string) => `$ ${command}`,
  measured: (files: number, bytes: number) => `The output has ${filesOf(files)}, ${sizeOf(bytes)}.`,
  success: (files: number, cid: string) => `Published ${filesOf(files)} as ${cid}.`,
  live: (url: string) => `The site is live at ${url}`,
  notLive: "A newer deployment went live meanwhile; this one is kept beside it.",

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
} as const;

const namesOf = (names: readonly string[]): string => {
  if (names.length === 0) return "nothing";
  const rest = names.length - shownNamesMax;
  return names.slice(0, shownNamesMax).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
};
