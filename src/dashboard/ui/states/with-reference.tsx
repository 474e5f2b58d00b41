import type { ReactNode } from "react";
import { referenceMark } from "../../../../resources/declare/messages.ts";
import { CopyText } from "../panels/copy-text.tsx";

/** An error message. The reference of an internal error gets its own line with a copy button: operators find it in the log. */
export const WithReference = ({ text }: { text: ReactNode }) => {
  if (typeof text !== "string") return text;
  const [message, reference] = text.split(referenceMark);
  return (
    <>
      {message}
      {reference && (
        <span className="fh-reference">
          Reference: <CopyText text={reference} label="reference" />
        </span>
      )}
    </>
  );
};
