import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";
import { readDocuments } from "../../operator/documents/service.ts";
import { passagesOf } from "./passages.ts";
import { plainWords } from "./search-terms.ts";

/** Increment when passages or their terms are computed differently. */
const method = 3;

/**
 * Updates the passages to the documents of the folder. Of several starting processes only one does it, and none if the
 * documents are unchanged.
 */
export const indexPassages = async (db: Db, folder: string): Promise<void> => {
  const documents = await readDocuments(folder);
  const hash = createHash("sha256")
    .update(`${method}\n${JSON.stringify(documents)}`)
    .digest("hex");
  const isCurrent = async (on: Db): Promise<boolean> =>
    (await on.selectFrom("assistant_index").select("hash").executeTakeFirst())?.hash === hash;
  if (await isCurrent(db)) return;
  const rows = documents.flatMap(passagesOf).map((passage, id) => ({
    id,
    ...passage,
    // The text above the first heading is about the topic of the page.
    heading_words: plainWords(passage.heading || passage.title),
    title_words: plainWords(passage.title),
    text_words: plainWords(passage.text),
  }));
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('assistant passages', 0))`.execute(trx);
    if (await isCurrent(trx)) return;
    await trx.deleteFrom("assistant_passage").execute();
    await sql`
      insert into assistant_passage (id, document, title, anchor, heading, text, weight, terms)
      select id, document, title, anchor, heading, text, weight,
        setweight(to_tsvector('english', heading_words), 'A') ||
        setweight(to_tsvector('english', title_words), 'B') ||
        setweight(to_tsvector('english', text_words), 'D')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (
        id integer, document text, title text, anchor text, heading text, text text, weight real,
        heading_words text, title_words text, text_words text
      )`.execute(trx);
    await trx
      .insertInto("assistant_index")
      .values({ hash })
      .onConflict((conflict) => conflict.column("is_only").doUpdateSet({ hash }))
      .execute();
  });
};
