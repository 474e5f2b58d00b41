import { useSearchParams } from "react-router";
import { noticeHistory } from "../../../../resources/account/notices.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Card } from "../../ui/panels/card.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Pagination } from "../../ui/table/pagination.tsx";
import { NoticeEntry } from "../flows/notices/notice-entry.tsx";
import styles from "../flows/notices/notices.module.css";

const size = 20;

/** /account/notices: the user's notices, also those that have ended. */
export const Component = () => {
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(query.get("page") ?? 1)) || 1);
  const { data, error, reload } = useCall(noticeHistory, { query: { page, size } });
  return (
    <>
      <PageHeader title="Notices" text="Messages from your teams and Freehold. Read ones are kept for 90 days." />
      {data && data.items.length > 0 ? (
        <>
          <Card flush>
            <ul className={styles.list}>
              {data.items.map((notice) => (
                <NoticeEntry key={notice.id} notice={notice} />
              ))}
            </ul>
          </Card>
          <Pagination
            page={page}
            pageSize={size}
            total={data.total}
            onPage={(next) => setQuery(next === 1 ? {} : { page: String(next) })}
          />
        </>
      ) : (
        <Card>
          {data && <Empty icon="bell" title="No notices" text="Messages you receive appear here." />}
          {!data && (error ? <ErrorState message={error.message} onRetry={reload} /> : <Skeleton lines={8} />)}
        </Card>
      )}
    </>
  );
};
