import { sql, type Kysely } from "kysely";

/** Screenshots of live sites, for the dashboard. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table site_screenshot (
      project_id uuid primary key references project on delete cascade,
      cid text not null,
      image bytea,
      taken_at timestamptz not null default now()
    );
    comment on table site_screenshot is 'Screenshots of live sites, taken by a browser in the build sandbox.';
    comment on column site_screenshot.cid is 'The content that the screenshot shows.';
    comment on column site_screenshot.image is 'WebP. Null if the browser could not take one.';
  `.execute(db);
};
