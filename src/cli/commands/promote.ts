import type { CallSpec } from "../../../resources/declare/define.ts";
import type { Arguments, Options } from "../arguments.ts";
import { calls } from "../calls.ts";
import type { Cloud } from "../cloud.ts";
import { signedIn } from "../credentials.ts";
import { Failure } from "../failure.ts";
import { showDeployment, type Deployment } from "../follow.ts";
import { findLink } from "../project-file.ts";
import { selectProject, showProject } from "../projects.ts";
import { green, print, printJson, printMessage } from "../terminal.ts";

/** Shows the files of a preview in production, without a build. Prints the site's URL. */
export const promote = async ({ positional, options }: Arguments): Promise<void> => {
  const link = findLink(process.cwd());
  const cloud = signedIn(options, link?.host);
  const { taskId, branch, projectId, cid } =
    positional === undefined
      ? await newestPreview(cloud, (await selectProject(cloud, options, link)).id, options)
      : await showDeployment(cloud, positional);
  await cloud.call(calls.promote, { params: { taskId }, body: {} });
  const { mainLink: url } = await showProject(cloud, projectId);
  if (options.json) return printJson({ projectId, taskId, branch, cid, url });
  printMessage(`${green("✓")} Production shows the preview of ${branch}.`);
  print(url);
};

const newestPreview = async (cloud: Cloud, projectId: string, { branch }: Options): Promise<Deployment> => {
  const query = { projectId, target: "preview", state: "success", size: 1, ...(branch !== undefined && { branch }) };
  const { items } = (await cloud.call<CallSpec>(calls.listDeployments, { query })) as { items: Deployment[] };
  if (items[0]) return items[0];
  const of = branch === undefined ? "" : ` of ${branch}`;
  throw new Failure(`No preview${of} has been built. Run freehold deploy --branch <name>.`);
};
