import { useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { finishCodeHostLink } from "../../../../resources/hosting/repositories/code-host.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { href } from "../../../../resources/declare/href.ts";
import { readReturned } from "../flows/link-code-host/returned.ts";
import { useCodeHost, useReloadCodeHost } from "./use-code-host.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Spinner } from "../../ui/states/spinner.tsx";
import { toast } from "../../ui/toast/toast.ts";

/** /hosting/code-host/linked: GitHub redirects here. Submits the response and returns to the previous page. */
export const Component = () => {
  const { problem } = useFinish();
  return (
    <>
      <PageHeader title="Connect GitHub" />
      <Card>
        {problem === undefined ? (
          <p className="fh-row" role="status">
            <Spinner /> Connecting your GitHub account…
          </p>
        ) : (
          <Failed problem={problem} />
        )}
      </Card>
    </>
  );
};

const Failed = ({ problem }: { readonly problem: string }) => {
  const { connect, connecting } = useCodeHost();
  const back = href(projects, "create");
  return (
    <ErrorState
      title="GitHub is not connected"
      message={problem}
      action={
        <>
          <Button kind="primary" icon="git" busy={connecting} onClick={() => connect(back)}>
            Try again
          </Button>
          <LinkButton to={back}>Back to create project</LinkButton>
        </>
      }
    />
  );
};

const useFinish = () => {
  const [query] = useSearchParams();
  const [returned] = useState(() => readReturned(query));
  const navigate = useNavigate();
  const reloadCodeHost = useReloadCodeHost();
  const { act, problem } = useAct(finishCodeHostLink, {
    inline: true,
    onDone: ({ login, returnTo }) => {
      toast(`Connected to GitHub as ${login}`);
      void reloadCodeHost().then(() => navigate(returnTo, { replace: true }));
    },
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (returned.kind !== "answer" || isSent.current) return;
    // GitHub's code works only once, so an effect that runs twice must not send it twice.
    isSent.current = true;
    void act({ body: { code: returned.code, state: returned.state } });
  }, [act, returned]);
  return { problem: returned.kind === "refused" ? returned.reason : problem };
};
