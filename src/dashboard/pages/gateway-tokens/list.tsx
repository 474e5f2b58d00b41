import type { Resource } from "../../../../resources/define.ts";
import { gatewayTokens } from "../../../../resources/gateway/gateway-tokens.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { Card } from "../../ui/card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";

const commands = [
  "# In a header, which no log writes down:",
  'curl -H "Authorization: Bearer $GATEWAY_TOKEN" https://<gateway>/ipfs/<cid>',
  "",
  "# In the address, where no header can be set, such as a picture on a page:",
  "https://<gateway>/ipfs/<cid>?token=<token>",
].join("\n");

/** The generated list, and below it how a token is sent. */
export const Component = () => (
  <div className="fh-stack">
    <ListPage resource={gatewayTokens as unknown as Resource} />
    <Card
      title="Read from a private gateway"
      text="A token opens every private gateway of this team, and nothing else. Whoever sees an address with a token in it can read what you can."
    >
      <CodeBlock label="How a token is sent" code={commands} />
    </Card>
  </div>
);
