import { Card } from "../../../ui/panels/card.tsx";
import { PushCommands } from "../push-commands.tsx";

interface PushCardProps {
  readonly cloneUrl: string;
  readonly branch: string;
  readonly previews: boolean;
}

/** Commands to deploy from a terminal. */
export const PushCard = ({ cloneUrl, branch, previews }: PushCardProps) => (
  <Card
    title="Push to deploy"
    text={`Each push to ${branch} is built and deployed${previews ? ". Pushes to other branches create previews." : "."}`}
  >
    <PushCommands cloneUrl={cloneUrl} branch={branch} />
  </Card>
);
