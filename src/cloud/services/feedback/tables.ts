import type { Generated } from "kysely";
import type { FeedbackType } from "../../../../resources/account/feedback-types.ts";

interface FeedbackTable {
  id: string;
  person_id: string;
  /** Idempotency key of the request. */
  key: string | null;
  feedback_type: FeedbackType;
  email: string;
  eth_address: string | null;
  description: string;
  answered_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface FeedbackImageTable {
  feedback_id: string;
  position: number;
  type: string;
  bytes: Buffer;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    feedback: FeedbackTable;
    feedback_image: FeedbackImageTable;
  }
}
