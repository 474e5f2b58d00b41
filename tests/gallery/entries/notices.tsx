import { Banner } from "../../../src/dashboard/ui/states/banner.tsx";
import { Button } from "../../../src/dashboard/ui/button.tsx";
import { Card } from "../../../src/dashboard/ui/panels/card.tsx";
import { DangerCard } from "../../../src/dashboard/ui/panels/danger-card.tsx";
import { Empty } from "../../../src/dashboard/ui/states/empty.tsx";
import { StepList } from "../../../src/dashboard/ui/panels/step-list.tsx";
import { ErrorState } from "../../../src/dashboard/ui/states/error-state.tsx";
import { longText, type GalleryEntry } from "../entry.ts";

const nothing = () => undefined;

export const notices: GalleryEntry = {
  id: "notices",
  title: "Banners, cards, empty and error",
  states: [
    {
      title: "Banners",
      content: (["info", "success", "warning", "danger"] as const).map((kind) => (
        <Banner key={kind} kind={kind} title={`Banner: ${kind}`}>
          Maintenance starts at 18:00 UTC.
        </Banner>
      )),
    },
    {
      title: "With an action, closable, long",
      content: (
        <Banner kind="warning" action={<Button size="small">Deposit</Button>} onClose={nothing}>
          {longText}
        </Banner>
      ),
    },
    {
      title: "Card",
      content: (
        <Card title="Profile" text={longText} actions={<Button size="small">Edit</Button>}>
          Card content.
        </Card>
      ),
    },
    {
      title: "Danger zone",
      content: (
        <DangerCard text={longText}>
          <Button kind="danger">Delete</Button>
        </DangerCard>
      ),
    },
    { title: "Steps", content: <StepList steps={["Connect", "Confirm", "Wait"]} at={1} /> },
    { title: "Empty", content: <Empty title="No sites yet" text={longText} action={<Button>Deploy site</Button>} /> },
    { title: "Error", content: <ErrorState message="Can't reach the server." onRetry={nothing} /> },
  ],
};
