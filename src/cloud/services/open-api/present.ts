import type * as z from "zod/mini";
import type { Row } from "../../../../resources/define.ts";
import type { domains } from "../../../../resources/hosting/domains.ts";
import type { openAddDomain, openCreateProject } from "../../../../resources/hosting/open-api.ts";
import type { projects } from "../../../../resources/hosting/projects.ts";

/** A project as the open API shows it. */
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

/** A domain as the open API shows it; what it does not declare is left out by the http layer. */
export const presentDomain = (row: Row<typeof domains>): z.input<typeof openAddDomain.reply> => row;
