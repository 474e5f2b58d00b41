import { callOf } from "../../../../../resources/endpoints.ts";
import { nameDomains, type NameDomain } from "../../../../../resources/hosting/name-services.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useRecord } from "../../../framework/data/use-record.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";

interface NewerContentProps {
  readonly name: NameDomain;
  readonly onChanged: () => void;
}

/** Shown when the site has newer content than the name's CID. Updates the name's target. */
export const NewerContent = ({ name: { id, projectId, content }, onChanged }: NewerContentProps) => {
  const { record: project } = useRecord(projects, projectId);
  const { act, acting } = useAct(callOf(nameDomains, "edit"), { onDone: onChanged });
  const newest = project?.hash && `ipfs://${project.hash}`;
  if (!newest || !content.startsWith("ipfs://") || newest === content) return null;
  return (
    <Banner
      kind="info"
      title="The site has newer content"
      action={
        <Button size="small" busy={acting} onClick={() => void act({ params: { id }, body: { content: newest } })}>
          Use newer content
        </Button>
      }
    >
      Then update the on-chain record.
    </Banner>
  );
};
