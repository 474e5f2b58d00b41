/** Bookmarks of a team: a list with forms, and a daily check whether their pages still answer. */
import {
  changedEvent,
  choice,
  date,
  defineModule,
  defineResource,
  fetchPublic,
  id,
  link,
  optional,
  sql,
  status,
  tableRoutes,
  text,
  type Kysely,
} from "freehold/module";

/** The columns that the check reads and writes. */
type Tables = {
  readonly bookmarks_page: {
    readonly id: string;
    readonly team_id: string;
    readonly address: string;
    readonly state: string;
    readonly checked_at: Date | null;
  };
};

const bookmarks = defineResource({
  name: "bookmarks",
  title: "Bookmarks",
  intro: "Pages your team wants to find again, checked once a day.",
  group: "Hosting",
  access: "HOSTING",
  menu: { section: "Hosting", icon: "link" },
  routes: {
    list: "/bookmarks",
    create: "/bookmarks/new",
    show: "/bookmarks/{id}",
    edit: "/bookmarks/{id}/edit",
  },
  titles: { show: "Bookmark" },
  base: "$modules/bookmarks/page",
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: 80 }),
    address: link("Address"),
    topic: choice("Topic", ["WORK", "READING"], { WORK: "Work", READING: "Reading" }),
    note: optional(text("Note", { max: 200 })),
    state: status("State", ["NEW", "FOUND", "MISSING"], { NEW: "Not checked", FOUND: "Found", MISSING: "Missing" }),
    checkedAt: optional(date("Checked")),
    createdAt: date("Created"),
  },
  list: {
    columns: {
      name: { below: "note" },
      address: {},
      topic: { width: "120px", wideOnly: true },
      state: { width: "136px" },
      createdAt: { width: "168px", wideOnly: true },
    },
    link: "name",
    search: ["name", "address"],
    filters: ["topic"],
    bulk: ["delete"],
    limit: 1000,
    empty: { title: "No bookmarks yet", text: "Create a bookmark to find a page again." },
  },
  create: ["name", "address", "topic", "note"],
  edit: ["name", "address", "topic", "note"],
  actions: {
    check: {
      label: "Check page",
      icon: "refresh",
      call: "POST $modules/bookmarks/page/{id}/check",
      can: "edit",
      reply: "row",
      done: "The page is being checked",
      log: false,
    },
  },
  remove: { confirm: "The bookmark is deleted for the whole team." },
});

const duty = "Check bookmarks";
/** Columns of a page that the next run checks. */
const unchecked = { state: "NEW", checked_at: null };
const atOnce = 100;

export default defineModule({
  name: "bookmarks",
  resources: [bookmarks],
  migrations: {
    "001-page": {
      up: async (db: Kysely<unknown>) => {
        await sql`
          create table bookmarks_page (
            id uuid primary key,
            team_id uuid not null references team on delete cascade,
            name text not null,
            address text not null,
            topic text not null,
            note text,
            state text not null default 'NEW',
            checked_at timestamptz,
            created_at timestamptz not null default now()
          );
          create index bookmarks_page_team on bookmarks_page (team_id, created_at desc, id);
        `.execute(db);
      },
    },
  },
  create: ({ engines, wake }) => {
    const db = engines.database.db.withTables<Tables>();
    const isFound = async (address: string): Promise<boolean> => {
      try {
        return (await fetchPublic(address, { method: "HEAD" })).ok;
      } catch {
        return false;
      }
    };
    /** Checks pages whose last check is a day ago. */
    const check = async (signal: AbortSignal): Promise<object> => {
      const due = await db
        .selectFrom("bookmarks_page")
        .select(["id", "team_id", "address"])
        .where(sql<boolean>`coalesce(checked_at < now() - interval '1 day', true)`)
        .limit(atOnce)
        .execute();
      for (const { id, team_id, address } of due) {
        if (signal.aborted) break;
        const state = (await isFound(address)) ? "FOUND" : "MISSING";
        // An address that was changed meanwhile is checked in the next run.
        await db
          .updateTable("bookmarks_page")
          .set({ state, checked_at: new Date() })
          .where("id", "=", id)
          .where("address", "=", address)
          .execute();
        engines.realtime.toTeam(team_id, changedEvent(bookmarks.name), {});
      }
      return due.length === atOnce ? { again: "1 s" } : {};
    };
    return {
      routes: tableRoutes(bookmarks, "bookmarks_page", {
        before: ({ address }, _change, row) => (row?.address === address ? {} : unchecked),
        actions: ({ change }) => ({ check: (context) => change(context, () => unchecked) }),
        after: ({ afterCommit }) => afterCommit(() => wake(duty)),
      }),
      duties: [{ name: duty, every: "10 min", scope: "cluster", run: check }],
    };
  },
});
