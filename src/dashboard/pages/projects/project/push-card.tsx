import { Card } from "../../../ui/card.tsx";
import { PushCommands } from "../push-commands.tsx";

interface PushCardProps {
  readonly cloneUrl: string;
  readonly branch: string;
  readonly previews: boolean;
}

/** How to deploy the next version from a terminal. */
export const PushCard = ({ cloneUrl, branch, previews }: PushCardProps) => (
  <Card
    title="Push to deploy"
    text={`Each push to ${branch} is built and goes live${previews ? "; other branches go to previews of their own." : "."}`}
  >
    <PushCommands cloneUrl={cloneUrl} branch={branch} />
  </Card>
);
