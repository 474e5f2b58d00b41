/**
 * Tables of the database. Each service declares its own in its tables.ts:
 *
 *   declare module "../../engines/database/tables.ts" { interface Tables { project: ProjectTable } }
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Tables {}
