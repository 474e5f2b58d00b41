import { sql, type RawBuilder } from "kysely";

/** How others see the person of a node: by address, or by the name of one who has come from the messaging app and has no wallet yet. */
export const calledBy = (person: "person" | "inviting"): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${person}.address`)}, ${sql.ref(`${person}.username`)})`;
