/** Measures how well a model's sentence is supported by the documents and matches the question. */
import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";
import { searchTerms } from "./search-terms.ts";

export interface Support {
  /** Share of the sentence in the documents, weighted by the significance of its words: 0 to 1. */
  readonly inDocuments: number;
  /** Share of the question's words in the sentence: 0 to 1. */
  readonly ofQuestion: number;
}

export const supportOf = async (
  db: Db,
  { question, sentence, documents }: { question: string; sentence: string; documents: readonly string[] },
): Promise<Support> => {
  const { rows } = await sql<Support>`
    with word as materialized (
      select lexeme, is_said, is_asked
      from unnest(to_tsvector('english', ${significantWords(sentence)})) as said (lexeme)
      full join unnest(to_tsvector('english', ${significantWords(question)})) as asked (lexeme) using (lexeme),
        lateral (select said.lexeme is not null as is_said, asked.lexeme is not null as is_asked) as kind
    ), weighed as (
      select is_said, is_asked, coalesce(bool_or(document = any(${documents}::text[])), false) as is_there,
        ln(1 + ((select count(*) from assistant_passage) + 0.5) / (count(id) + 0.5)) as weight
      from word left join assistant_passage on terms @@ quote_literal(lexeme)::tsquery
      group by lexeme, is_said, is_asked
    )
    select
      coalesce(sum(weight) filter (where is_said and is_there) / sum(weight) filter (where is_said), 0)::float8
        as "inDocuments",
      coalesce(sum(weight) filter (where is_said and is_asked) / sum(weight) filter (where is_asked), 0)::float8
        as "ofQuestion"
    from weighed`.execute(db);
  return rows[0]!;
};

const significantWords = (text: string): string =>
  searchTerms(text)
    .map(({ word }) => word)
    .join(" ");
