/** The part of a passage that a search found, with the words that match. */
import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";
import { plainText } from "../../operator/documents/service.ts";
import type { Passage } from "./passages.ts";
import { searchTerms } from "./search-terms.ts";

interface SnippetPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Control characters, which no document has. */
const [start, stop] = ["\u0002", "\u0003"];
const options = `StartSel=${start}, StopSel=${stop}, MaxFragments=1, MinWords=14, MaxWords=26`;

/** Returns a snippet of each passage, in order: where most words of the question are, in any of their forms. */
export const snippetsOf = async (
  db: Db,
  question: string,
  passages: readonly Pick<Passage, "text">[],
): Promise<SnippetPart[][]> => {
  const words = searchTerms(question).map(({ word }) => word);
  const texts = passages.map(({ text }) => plainPassage(text));
  const { rows } = await sql<{ headline: string }>`
    with asked as (
      select string_agg(nullif(plainto_tsquery('english', word)::text, ''), ' | ')::tsquery as query
      from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) as word
    )
    select ts_headline('english', text, coalesce(query, ''), ${options}) as headline
    from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as one (text, nr), asked
    order by nr`.execute(db);
  return rows.map(({ headline }, index) => partsOf(withEllipsis(headline, texts[index]!)));
};

/** Removes fences of code and lines of tables as well. */
const plainPassage = (markdown: string): string =>
  plainText(
    markdown
      .replaceAll(/^\s*```.*$/gm, "")
      .replaceAll(/^\s*(?:[-*>]|\d+\.|#+) +/gm, "")
      .replaceAll(/^\|[-| :]+\|$/gm, "")
      .replaceAll(/^\| | \|$/gm, "")
      .replaceAll(" | ", ", "),
  ).trim();

/** Marks a snippet that starts within a sentence. */
const withEllipsis = (headline: string, text: string): string => {
  const plain = headline.replaceAll(start, "").replaceAll(stop, "").trim();
  const before = text.slice(0, Math.max(0, text.indexOf(plain))).trimEnd();
  return before === "" || /[.:!?]$/.test(before) ? headline : `… ${headline}`;
};

/** Two matches with a space between them are one. */
const partsOf = (headline: string): SnippetPart[] => {
  const [before = "", ...matches] = headline.replaceAll(`${stop} ${start}`, " ").split(start);
  const parts = matches.flatMap((each): SnippetPart[] => {
    const [match = "", after = ""] = each.split(stop);
    return [
      { text: match, isMatch: true },
      { text: after, isMatch: false },
    ];
  });
  return [{ text: before, isMatch: false }, ...parts].filter(({ text }) => text !== "");
};
