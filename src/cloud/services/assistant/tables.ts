import type { Generated } from "kysely";

export interface AssistantPassageTable {
  /** Its position in the documentation. */
  id: number;
  document: string;
  title: string;
  anchor: string;
  heading: string;
  text: string;
  /** Weight of its words: prose for users is higher than tables and decision records. */
  weight: number;
  /** tsvector: words of the heading have weight A, of the title B, of the text D. */
  terms: Generated<string>;
}

/** One row that identifies the indexed documentation. */
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
