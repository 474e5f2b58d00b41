import { version } from "react";

const builtAt = (time) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "medium" }).format(new Date(time));

/** Lists the build's details, without empty values. */
export const BuildFacts = ({ build }) => {
  const facts = [
    ["Built", <time dateTime={build.time}>{builtAt(build.time)}</time>],
    ["Commit", build.commit && <code>{build.commit.slice(0, 12)}</code>],
    ["Branch", build.branch],
    ["With", `React ${version}, Node ${build.node.slice(1)}`],
  ];
  return (
    <dl>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
};
