import { Card } from "../../../ui/card.tsx";
import { PushCommands } from "../push-commands.tsx";

interface PushCardProps {
  readonly cloneUrl: string;
  readonly branch: string;
  readonly deploysOnPush: boolean;
}

/** How to deploy the next version from a terminal. */
export const PushCard = ({ cloneUrl, branch, deploysOnPush }: PushCardProps) => (
  <Card
    title="Push to deploy"
    text={
      deploysOnPush
        ? `Each push to ${branch} is built and goes live.`
        : `Pushes to ${branch} are kept, but deploy only when you press Deploy.`
    }
  >
    <PushCommands cloneUrl={cloneUrl} branch={branch} />
  </Card>
);
