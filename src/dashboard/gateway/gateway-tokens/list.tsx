import { gatewayTokens } from "../../../../resources/gateway/gateway-tokens.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { CodeBlock } from "../../ui/panels/code-block.tsx";

const examples = [
  "# In a header, which is never logged:",
  'curl -H "Authorization: Bearer $GATEWAY_TOKEN" https://<gateway>/ipfs/<cid>',
  "",
  "# In the URL, where headers can't be set, such as an image on a page:",
  "https://<gateway>/ipfs/<cid>?token=<token>",
].join("\n");

/** The generated list, with example requests below. */
export const Component = () => (
  <ListPage resource={gatewayTokens}>
    <Card
      title="Read from a private gateway"
      text="A token gives access to all private gateways of this team. Anyone who has a URL with a token can use it."
    >
      <CodeBlock label="Using tokens" code={examples} />
    </Card>
  </ListPage>
);
