import { useState } from "react";
import { inviteHistory } from "../../../../resources/boost/node-calls.ts";
import { pageSizeDefault } from "../../../../resources/limits.ts";
import { useBoost } from "../../flows/boost/use-boost.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { formatPointsChange, formatPointsExactly } from "../../lib/format/points.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { BoostData, Nothing } from "../boost-frame/boost-data.tsx";
import { nodeName } from "../boost-frame/node-name.ts";
import { Row, Rows } from "../boost-frame/panel.tsx";

/** Whom one has invited, and what one's 5% of their points came to. */
export const InvitedDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [page, setPage] = useState(1);
  const invited = useBoost(inviteHistory, { input: { query: { page, size: pageSizeDefault } } });
  return (
    <Dialog title="Invited friends" width={600} onClose={onClose}>
      <BoostData of={invited} rows={6}>
        {({ content, total }) =>
          content.length === 0 ? (
            <Nothing icon="users" title="Nobody yet" text="Send your link: whoever joins by it is shown here." />
          ) : (
            <>
              <Rows>
                {content.map(({ address, createdAt, points }) => (
                  <Row
                    key={`${address} ${createdAt}`}
                    icon={<Avatar seed={address ?? String(createdAt)} size={36} />}
                    title={nodeName(address)}
                    text={`Joined ${formatMoment(createdAt)}`}
                    trailing={<span title={`${formatPointsExactly(points)} points`}>{formatPointsChange(points)}</span>}
                  />
                ))}
              </Rows>
              <Pagination page={page} pageSize={pageSizeDefault} total={total} onPage={setPage} />
            </>
          )
        }
      </BoostData>
    </Dialog>
  );
};
