import type * as z from "zod/mini";
import type { Row } from "../../../../resources/define.ts";
import type { domains } from "../../../../resources/hosting/domains.ts";
import type { openAddDomain, openCreateProject } from "../../../../resources/hosting/open-api.ts";
import type { projects } from "../../../../resources/hosting/projects.ts";

/** Presents a project in the open API. */
export const presentProject = (row: Row<typeof projects>): z.input<typeof openCreateProject.reply> => ({
  projectId: row.id,
  name: row.name,
  platform: row.platform,
  online: row.online,
  production: row.production,
  url: row.mainLink,
  ...(row.hash && { hash: row.hash }),
  ...(row.state && { state: row.state }),
  createdAt: row.createdAt,
});

/** Presents a domain in the open API; the HTTP layer omits undeclared fields. */
export const presentDomain = (row: Row<typeof domains>): z.input<typeof openAddDomain.reply> => row;
