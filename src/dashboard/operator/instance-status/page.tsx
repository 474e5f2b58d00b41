import { instanceStatus, statusDays, type ServiceStatus } from "../../../../resources/operator/instance-status.ts";
import { useSignedIn } from "../../account/flows/signed-in/use-signed-in.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { PublicFrame } from "../../framework/public-frame/public-frame.tsx";
import { classNames } from "../../lib/class-names.ts";
import { formatDay, formatMoment, formatRelative } from "../../lib/format/date.ts";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import styles from "./instance-status.module.css";

const pollMs = 30_000;
const daySeconds = 86_400;

/** /status: the state of the instance's services, with their uptime of the last 90 days. */
export const Component = () => {
  const { data, error, reload } = useCall(instanceStatus, { pollMs });
  return (
    <PublicFrame signedIn={useSignedIn()}>
      <div className={styles.page}>
        <h1>Status</h1>
        {!data && !error && <Skeleton lines={8} />}
        {!data && error && <ErrorState message={messageOf(error)} onRetry={reload} />}
        {data && <Services services={data.services} checkedAt={data.checkedAt} />}
      </div>
    </PublicFrame>
  );
};

/** The call answers NOT_FOUND where the page is off. */
const messageOf = (error: Error): string =>
  (error as { readonly code?: unknown }).code === "NOT_FOUND"
    ? "This instance does not publish its status. An operator can turn it on with STATUS_PAGE=on."
    : error.message;

interface ServicesProps {
  readonly services: readonly ServiceStatus[];
  /** Unix seconds. */
  readonly checkedAt: number;
}

const Services = ({ services, checkedAt }: ServicesProps) => {
  const down = services.filter(({ isUp }) => !isUp);
  if (services.length === 0)
    return <p className={styles.summary}>The first check is under way. Reload this page in a minute.</p>;
  return (
    <>
      <p className={classNames(styles.summary, down.length > 0 ? styles.down : styles.up)} role="status">
        {down.length === 0 ? "All services are up" : `Not available: ${down.map(({ name }) => name).join(", ")}`}
      </p>
      <ul className={styles.services}>
        {services.map((service) => (
          <Service key={service.name} service={service} checkedAt={checkedAt} />
        ))}
      </ul>
      <p className={styles.note}>
        Checked every minute, last <time title={formatMoment(checkedAt)}>{formatRelative(checkedAt)}</time>. Minutes
        without a successful check count as down. Days are UTC.
      </p>
    </>
  );
};

interface ServiceProps extends Pick<ServicesProps, "checkedAt"> {
  readonly service: ServiceStatus;
}

const Service = ({ service: { name, isUp, since, days }, checkedAt }: ServiceProps) => {
  const known = days.filter((share) => share !== null);
  const uptime = known.reduce((sum, share) => sum + share, 0) / Math.max(1, known.length);
  const today = Math.floor(checkedAt / daySeconds) * daySeconds;
  return (
    <li>
      <div className={styles.head}>
        <h2>{name}</h2>
        <span className={isUp ? styles.up : styles.down}>{isUp ? "Up" : `Down since ${formatMoment(since)}`}</span>
      </div>
      <div
        className={styles.days}
        role="img"
        aria-label={`${percent(uptime)} uptime on the last ${known.length === 1 ? "day" : `${known.length} days`}`}
      >
        {days.map((share, at) => (
          <span
            key={at}
            data-state={stateOf(share)}
            title={`${formatDay(today - (statusDays - 1 - at) * daySeconds + daySeconds / 2)}: ${share === null ? "not checked" : percent(share)}`}
          />
        ))}
      </div>
      <div className={styles.foot}>
        <span>{statusDays} days ago</span>
        <span>{percent(uptime)} uptime</span>
        <span>Today</span>
      </div>
    </li>
  );
};

/** 99.95% stays below 100%: never rounded up to no downtime. */
const percent = (share: number): string => `${Math.floor(share * 10_000) / 100}%`;

const stateOf = (share: number | null): string => {
  if (share === null) return "none";
  if (share >= 0.999) return "up";
  return share >= 0.95 ? "partly" : "down";
};
