import { useSearchParams } from "react-router";
import { letter, mailbox } from "../../../../resources/account/mailbox.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Banner } from "../../ui/banner.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { LetterList } from "./letter-list.tsx";
import { LetterView } from "./letter-view.tsx";
import styles from "./mailbox.module.css";

/** New letters come by themselves. */
const pollMs = 1500;

/** /dev/mailbox: the letters of a cloud on one machine. */
export const Component = () => {
  const { data, error, reload } = useCall(mailbox, { pollMs });
  const [query, setQuery] = useSearchParams();
  const id = query.get("letter") ?? data?.items[0]?.id;
  return (
    <>
      <PageHeader
        title="Mailbox"
        text="Every letter of this cloud, whoever it is to. Only on a cloud for development."
      />
      {data?.leaves && <Banner>Letters also leave by the mail server of SMTP_URL.</Banner>}
      {error && !data && <ErrorState message={error.message} onRetry={reload} />}
      {!data && !error && (
        <Card>
          <Skeleton lines={5} />
        </Card>
      )}
      {data?.items.length === 0 && (
        <Card>
          <Empty
            icon="mail"
            title="No letters yet"
            text="Codes for e-mail addresses, invitations and notifications appear here a moment after they are written."
          />
        </Card>
      )}
      {data && id !== undefined && (
        <div className={styles["columns"]}>
          <LetterList letters={data.items} chosen={id} onChoose={(chosen) => setQuery({ letter: chosen })} />
          <OpenLetter key={id} id={id} />
        </div>
      )}
    </>
  );
};

const OpenLetter = ({ id }: { readonly id: string }) => {
  const { data, error, reload } = useCall(letter, { params: { id } });
  if (data) return <LetterView letter={data} />;
  return <Card>{error ? <ErrorState message={error.message} onRetry={reload} /> : <Skeleton lines={6} />}</Card>;
};
