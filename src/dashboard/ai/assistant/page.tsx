import { assistantMessages } from "../../../../resources/ai/assistant-messages.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { ConversationView } from "../flows/assistant/conversation-view.tsx";
import { clearConversation } from "../flows/assistant/conversation.ts";
import styles from "./assistant-page.module.css";
import { useConversation } from "../flows/assistant/use-conversation.ts";

/** The conversation on a separate page. */
export const Component = () => {
  const turns = useConversation();
  return (
    <>
      <PageHeader
        title="Assistant"
        text={assistantMessages.about}
        actions={
          turns.length > 0 && (
            <Button icon="trash" onClick={() => void clearConversation()}>
              Clear conversation
            </Button>
          )
        }
      />
      <section className={styles.card} aria-label="Conversation with the assistant">
        <ConversationView turns={turns} />
      </section>
    </>
  );
};
