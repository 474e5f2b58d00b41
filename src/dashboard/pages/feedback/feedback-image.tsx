import { feedbackImage } from "../../../../resources/operator/feedback-image.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import styles from "./feedback.module.css";

interface FeedbackImageProps {
  readonly id: string;
  /** From 0. */
  readonly position: number;
}

/** An image attached to feedback. Shown from the reply's bytes in an <img>, which runs no scripts. */
export const FeedbackImage = ({ id, position }: FeedbackImageProps) => {
  const { data, error, reload } = useCall(feedbackImage, { params: { id, position } });
  if (error && !data)
    return (
      <Card>
        <ErrorState message={error.message} onRetry={reload} />
      </Card>
    );
  if (!data) return <div className={`${styles.picture} fh-skeleton`} aria-busy="true" />;
  return (
    <img className={styles.picture} src={`data:${data.type};base64,${data.base64}`} alt={`Image ${position + 1}`} />
  );
};
