import type { Readable } from "node:stream";
import * as z from "zod/mini";
import {
  openAddDomain,
  openCreateProject,
  openDeploy,
  openExamineDomain,
  openListDomains,
  openListProjects,
} from "../../../../resources/hosting/open-api.ts";
import { uploadBytesMax } from "../../../../resources/limits.ts";
import { AppError, invalidField } from "../../kernel/app-error.ts";
import type { Domains } from "../domains/service.ts";
import { readForm } from "../../kernel/calls/form.ts";
import type { Hosting } from "../deployments/service.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import type { Uploads } from "../uploads/service.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import type { projects } from "../../../../resources/hosting/projects.ts";

export interface OpenApiDeps {
  readonly hosting: Pick<Hosting, "programs">;
  readonly uploads: Pick<Uploads, "receiveArchive" | "allowSecrets" | "discard">;
  readonly domains: Pick<Domains, "create" | "find" | "list" | "verify" | "changed">;
}

/** Room for multipart boundaries and the fields beside the archive. */
const formSlackBytes = 1024 * 1024;

/** Routes of the open API; the HTTP layer reads the `token` header and wraps the responses. */
export const openApiRoutes = ({ hosting: { programs }, uploads, domains }: OpenApiDeps): Route[] => [
  route(openCreateProject, async ({ db, caller, body }) =>
    presentProject(await programs.create(db, caller.teamId, body.name)),
  ),
  route(openDeploy, async ({ caller: { teamId }, stream, headers, logged }) => {
    let uploadId: string | undefined;
    const onFile = async (field: string, content: Readable): Promise<void> => {
      if (field !== "file") throw needsFile();
      uploadId = await uploads.receiveArchive(teamId, content);
    };
    try {
      const bytesMax = uploadBytesMax + formSlackBytes;
      const fields = await readForm(stream, headers, { bytesMax, onFile, fileField: "file" });
      const form = openDeploy.body!.safeParse(fields);
      if (!form.success) throw invalidField("projectId", z.prettifyError(form.error));
      if (uploadId === undefined) throw needsFile();
      const { projectId, message, secrets } = form.data;
      if (secrets === "true") await uploads.allowSecrets(teamId, uploadId);
      const { projectName, ...started } = await programs.deploy(teamId, projectId, { uploadId, message });
      logged({ target: projectName, details: { projectId, taskId: started.taskId } });
      return { projectId, ...started };
    } catch (error) {
      if (uploadId !== undefined) await uploads.discard(teamId, uploadId);
      throw error;
    }
  }),
  route(openListProjects, async ({ db, caller, params, query }) => {
    const page = pageIn(params);
    const { items, total } = await programs.list(db, caller.teamId, { page, size: query.pageSize });
    return { items: items.map(presentProject), total, page };
  }),
  route(openAddDomain, async ({ db, caller, params, body, afterCommit }) => {
    const [added] = await domains.create(db, caller.teamId, { projectId: params.projectId, domain: body.domain });
    afterCommit(domains.changed);
    return added!;
  }),
  route(openExamineDomain, async ({ db, caller, query, logged }) => {
    logged({ target: (await domains.find(db, caller.teamId, query.domainId)).domain });
    const { success, conflicts, message } = await domains.verify(caller.teamId, query.domainId);
    return { success, conflicts: conflicts.map((conflict) => conflict.message), message };
  }),
  route(openListDomains, async ({ db, caller, params, query }) => {
    const page = pageIn(params);
    const { items, total } = await domains.list(db, caller.teamId, { page, size: query.pageSize });
    return { items, total, page };
  }),
];

/** Parses the page number. Throws NOT_FOUND if it is not a number. */
const pageIn = ({ page = "" }: Readonly<Record<string, string>>): number => {
  if (!/^[1-9]\d{0,6}$/.test(page)) throw new AppError("NOT_FOUND");
  return Number(page);
};

const needsFile = (): AppError => invalidField("file", "Send the ZIP file as `file`.");

/** Presents a project in the open API; the HTTP layer omits undeclared fields. */
const presentProject = (row: Row<typeof projects>): z.input<typeof openCreateProject.reply> => ({
  ...row,
  projectId: row.id,
  url: row.mainLink,
});
