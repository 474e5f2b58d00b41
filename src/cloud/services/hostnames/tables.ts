/** Targets of <label>.<CONTENT_DOMAIN>. */
export interface HostnameTable {
  label: string;
  kind: string;
  target_id: string;
  created_at: Date;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    hostname: HostnameTable;
  }
}
