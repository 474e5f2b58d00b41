import { Card } from "../panels/card.tsx";
import { ErrorState } from "./error-state.tsx";
import { Skeleton } from "./skeleton.tsx";

interface LoadingCardProps {
  readonly title: string;
  readonly text: string;
  readonly error: Error | undefined;
  readonly onRetry: () => void;
}

/** A card that is loading or failed to load. */
export const LoadingCard = ({ title, text, error, onRetry }: LoadingCardProps) => (
  <Card title={title} text={text}>
    {error ? <ErrorState message={error.message} onRetry={onRetry} /> : <Skeleton lines={3} />}
  </Card>
);
