import type { Generated } from "kysely";

export interface AssistantPassageTable {
  /** Its place in the documentation. */
  id: number;
  document: string;
  title: string;
  anchor: string;
  heading: string;
  text: string;
  /** How much its words count: prose for users more than tables and reasons. */
  weight: number;
  /** tsvector: words of the heading weigh A, of the title B, of the text D. */
  terms: Generated<string>;
}

/** One row: which documentation the passages are of. */
export interface AssistantIndexTable {
  is_only: Generated<boolean>;
  hash: string;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    assistant_passage: AssistantPassageTable;
    assistant_index: AssistantIndexTable;
  }
}
