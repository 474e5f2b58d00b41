import { sql, type RawBuilder } from "kysely";

/** The public name of a node's user: the wallet address, or the messaging-app name for users without a wallet. */
export const calledBy = (alias: "person" | "inviting"): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${alias}.address`)}, ${sql.ref(`${alias}.username`)})`;
