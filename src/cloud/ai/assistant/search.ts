/** Searches passages that answer a question, by PostgreSQL's text search and Okapi BM25. */
import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";
import type { Passage } from "./passages.ts";
import { asksForNumber, searchTerms } from "./search-terms.ts";

export interface Found extends Passage {
  readonly score: number;
  /** Share of the question in the passage, weighted by the significance of its words: 0 to 1. */
  readonly coverage: number;
  /** Whether a word of the question is in its heading or title. */
  readonly named: boolean;
}

/** BM25's usual constants. */
const saturation = 1.2;
const lengthShare = 0.75;
/** Weights of a word in a heading, a title and the text. */
const fields = { A: 4, B: 2.5, D: 1 } as const;
/** Weight of a synonym. */
const synonymShare = 0.85;
/** Factor for passages with a number, if the question asks for one. */
const numberFactor = 1.5;
/** Factor for tables without a sentence, if it doesn't. */
const tableFactor = 0.75;
/** Factor for the text above a page's first heading, if the question asks what something is. */
const introductionFactor = 1.2;

/** Returns the best passage of each section, the best first. */
export const searchPassages = async (db: Db, question: string, limit: number): Promise<Found[]> => {
  const terms = JSON.stringify(searchTerms(question));
  const { rows } = await sql<Found>`
    with word as materialized (
      select ordinality as nr, word, also
      from rows from (jsonb_to_recordset(${terms}::jsonb) as (word text, also text[])) with ordinality
    ), asked as materialized (
      select nr, lexeme, max(share) as share
      from (
        select nr, term.lexeme, 1::float8 as share from word, unnest(to_tsvector('english', word)) as term
        union all
        select nr, term.lexeme, ${synonymShare}::float8
        from word, unnest(to_tsvector('english', array_to_string(also, ' '))) as term
        where to_tsvector('english', word) <> ''
      ) as every
      group by nr, lexeme
    ), whole as materialized (
      select count(*)::float8 as passages, avg(length(terms))::float8 as words from assistant_passage
    ), hit as materialized (
      select passage.id, length(passage.terms) as words, term.lexeme,
        (select sum(case weight when 'A' then ${fields.A}::float8 when 'B' then ${fields.B}::float8 else ${fields.D}::float8 end)
          from unnest(term.weights) as weight) as times,
        term.weights && '{A,B}' as in_title
      from assistant_passage as passage, unnest(passage.terms) as term
      where passage.terms @@ (select string_agg(distinct quote_literal(lexeme), ' | ')::tsquery from asked)
        and term.lexeme in (select lexeme from asked)
    ), telling as materialized (
      select lexeme, count(id) as found, ln(1 + (passages - count(id) + 0.5) / (count(id) + 0.5)) as weight
      from (select distinct lexeme from asked) as one left join hit using (lexeme), whole
      group by lexeme, passages
    ), weighed as materialized (
      select nr, coalesce(min(weight) filter (where found > 0), max(weight)) as weight
      from asked join telling using (lexeme)
      group by nr
    ), matched as (
      select hit.id, nr, max(share) as share, bool_or(in_title) as in_title,
        max(share * telling.weight * times * ${saturation + 1}::float8
          / (times + ${saturation}::float8 * (${1 - lengthShare}::float8 + ${lengthShare}::float8 * hit.words / whole.words))) as score
      from hit join asked using (lexeme) join telling using (lexeme), whole
      group by hit.id, nr
    ), covering as (
      select id, sum(score) as score, sum(share * weight) / (select sum(weight) from weighed) as coverage,
        bool_or(in_title) as named
      from matched join weighed using (nr)
      group by id
    ), ranked as (
      select id, document, title, anchor, heading, text, coverage, named, score * sqrt(coverage) * weight
        * case when ${asksForNumber(question)}::boolean and text ~ '[0-9]' then ${numberFactor}::float8
          when not ${asksForNumber(question)}::boolean and text like '|%' then ${tableFactor}::float8
          when anchor = '' then ${/^what (is|are) /i.test(question.trim()) ? introductionFactor : 1}::float8 else 1 end as score
      from covering join assistant_passage using (id)
    ), best as (
      select distinct on (document, anchor) * from ranked order by document, anchor, score desc, id
    )
    select document, title, anchor, heading, text, score, coverage, named
    from best
    order by score desc, id
    limit ${limit}`.execute(db);
  return rows;
};
