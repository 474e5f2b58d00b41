import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

interface LoadingCardProps {
  readonly title: string;
  readonly text: string;
  readonly error: Error | undefined;
  readonly onRetry: () => void;
}

/** A card whose content is under way, or did not come. */
export const LoadingCard = ({ title, text, error, onRetry }: LoadingCardProps) => (
  <Card title={title} text={text}>
    {error ? <ErrorState message={error.message} onRetry={onRetry} /> : <Skeleton lines={3} />}
  </Card>
);
