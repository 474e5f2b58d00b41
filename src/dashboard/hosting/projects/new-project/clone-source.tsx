import { Banner } from "../../../ui/states/banner.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";

interface CloneSourceProps {
  readonly address: string;
  /** Import error. */
  readonly error: Error | undefined;
}

/** The public repository from a link. */
export const CloneSource = ({ address, error }: CloneSourceProps) => (
  <Card title="Repository" text="Your project is built from this public repository. The repository isn't changed.">
    <div className="fh-stack">
      <CopyText text={address} label="address" />
      {error && <Banner kind="danger">{error.message}</Banner>}
    </div>
  </Card>
);
