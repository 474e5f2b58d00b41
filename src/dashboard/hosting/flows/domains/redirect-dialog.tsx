import { useQueryClient } from "@tanstack/react-query";
import { choice, code } from "../../../../../resources/declare/fields.ts";
import { redirectDomain } from "../../../../../resources/hosting/domains/domain-calls.ts";
import { domains } from "../../../../../resources/hosting/domains/domains.ts";
import { resourceKey } from "../../../framework/data/record-keys.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { callForm, FormDialog } from "../../../framework/forms/form.tsx";
import { Button } from "../../../ui/button.tsx";
import type { Row } from "../../../../../resources/declare/define.ts";

export type Domain = Row<typeof domains>;

interface RedirectDialogProps {
  readonly domain: Domain;
  readonly onClose: () => void;
}

const fields = {
  redirectTo: code("Redirect to", {
    min: 1,
    required: "Enter a host name such as www.shop.example.",
    max: 300,
    placeholder: "www.shop.example",
    hint: "Any hostname. Path and query are kept.",
  }),
  code: choice(
    "Redirect type",
    ["302", "301"],
    { 301: "Permanent (301)", 302: "Temporary (302)" },
    {
      301: "Browsers and search engines cache a permanent redirect for a long time.",
      302: "A temporary redirect is checked on every visit, so you can change it at any time.",
    },
  ),
};
const done = "Redirect saved";

/** Sets or removes the redirect of a domain. */
export const RedirectDialog = ({ domain, onClose }: RedirectDialogProps) => {
  const client = useQueryClient();
  const { domainId, redirect } = domain;
  const params = { domainId };
  const { act, acting } = useAct(redirectDomain, {
    done,
    onDone: () => {
      void client.invalidateQueries({ queryKey: resourceKey(domains.name) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Redirect ${domain.unicode ?? domain.domain}`}
      form={callForm(redirectDomain, {
        params,
        fields,
        body: ({ redirectTo, code: type }) => ({ redirectTo, code: type === "301" ? (301 as const) : (302 as const) }),
        draft: false,
      })}
      initial={{ redirectTo: redirect?.redirectTo, code: redirect?.code === 301 ? "301" : "302" }}
      note={() =>
        redirect && (
          <div>
            <Button kind="plain" busy={acting} onClick={() => void act({ params, body: { redirectTo: "" } })}>
              Remove redirect
            </Button>
          </div>
        )
      }
      submit="Save"
      done={done}
      refreshes={[domains]}
      onClose={onClose}
    />
  );
};
